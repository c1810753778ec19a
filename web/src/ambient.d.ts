declare module 'virtual:outlines' {
  import type { Outline } from '../build/truetype';
  const outlines: Record<string, Outline>;
  export default outlines;
}
