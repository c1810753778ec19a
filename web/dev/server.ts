/* A stand-in for the server: it answers the plain requests and plays one scene's frames over a pretended socket. */
import type { ClientFrame, ServerFrame } from '../src/net/protocol';
import { scene } from './scenes';

class ScriptedSocket {
  static readonly OPEN = 1;
  readyState = 0;
  onopen: ((event: unknown) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;

  constructor(private readonly name: string) {
    setTimeout(() => this.start(), 20);
  }

  send(text: string): void {
    const frame = JSON.parse(text) as ClientFrame;
    if (frame.type === 'ping') this.say({ type: 'pong', n: frame.n ?? 0 });
    else if (frame.type === 'answer') {
      const refused = frame.move === 'concealed_kong:6p';
      this.say({ type: 'ack', id: frame.decision, answer: frame.answer, status: refused ? 'refused' : 'accepted', reason: refused ? 'no_kong_after_claim' : null });
    } else for (const next of scene(this.name).answers?.(frame) ?? []) this.say(next);
  }

  close(code = 1000): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: '' });
  }

  private say(frame: ServerFrame): void {
    setTimeout(() => this.onmessage?.({ data: JSON.stringify(frame) }), 30);
  }

  private start(): void {
    if (this.name === 'lost' && sessionStorage.getItem('lost') === 'now') {
      this.close(1006);
      return;
    }
    this.readyState = 1;
    this.onopen?.({});
    for (const frame of scene(this.name).frames) this.say(frame);
    if (this.name === 'lost') {
      setTimeout(() => {
        sessionStorage.setItem('lost', 'now');
        this.close(1006);
      }, 600);
    }
  }
}

export function play(name: string): void {
  sessionStorage.removeItem('lost');
  Object.assign(window, {
    WebSocket: class {
      constructor() {
        return new ScriptedSocket(name);
      }
    },
    fetch: (path: string, init?: RequestInit) => Promise.resolve(answer(name, String(path), init?.method ?? 'GET')),
  });
}

function answer(name: string, path: string, method: string): Response {
  if (path === '/api/guest' || path === '/api/me') return Response.json({ id: 'g', name: '茉莉', language: 'zh-Hans' });
  if (path === '/api/me/tables') return Response.json({ tables: [] });
  if (path === '/api/tables' && method === 'POST') return Response.json({ table: 'demo' });
  if (path.endsWith('/join')) return Response.json({ seat: 2 });
  const summary = scene(name).summary;
  return summary === null ? Response.json({ code: 'no_table', message: 'no such table' }, { status: 404 }) : Response.json(summary);
}
