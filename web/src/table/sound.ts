/* The few sounds of the table, made on the spot: a tile on felt, a called claim, the last seconds. */
import type { Cue } from './motion.svelte';

let context: AudioContext | null = null;

/** Browsers allow sound only after the player has touched the page. */
function ready(): AudioContext | null {
  if (typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

function knock(pitch: number, loud: number, lasts: number): void {
  const audio = ready();
  if (!audio) return;
  const now = audio.currentTime;
  const noise = audio.createBuffer(1, audio.sampleRate * lasts, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * Math.exp((-7 * i) / data.length);
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const body = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 3.2 });
  const volume = new GainNode(audio, { gain: loud });
  source.connect(body).connect(volume).connect(audio.destination);
  source.start(now);
}

function tone(pitch: number, loud: number, lasts: number, delay = 0): void {
  const audio = ready();
  if (!audio) return;
  const from = audio.currentTime + delay;
  const source = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(loud, from);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + lasts);
  source.connect(volume).connect(audio.destination);
  source.start(from);
  source.stop(from + lasts);
}

export function soundOf(cue: Cue): void {
  switch (cue.kind) {
    case 'discard': return knock(1900, 0.7, 0.07);
    case 'draw': return knock(1200, 0.16, 0.05);
    case 'flower': return knock(1500, 0.35, 0.06);
    case 'claim': knock(900, 0.8, 0.12); return tone(330, 0.08, 0.25);
    case 'payment': return [1320, 1760].forEach((pitch, i) => tone(pitch, 0.05, 0.22, i * 0.09));
    case 'gold': return [523, 659, 784].forEach((pitch, i) => tone(pitch, 0.09, 0.8, 0.55 + i * 0.09));
    case 'win': return [392, 523, 659, 784].forEach((pitch, i) => tone(pitch, 0.11, 0.9, i * 0.1));
    default:
  }
}

/** One beat of the last five seconds. */
export function beat(): void {
  tone(880, 0.05, 0.09);
}
