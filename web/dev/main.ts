/* The client against a scripted server, for looking at single moments: `/dev/?scene=NAME#/table/demo`.
   Development only; the production build does not know this folder. */
import { play } from './server';

play(new URLSearchParams(location.search).get('scene') ?? 'win');
void import('../src/main');
