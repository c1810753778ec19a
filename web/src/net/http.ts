/** The server's plain requests. */
import type {
  AskHand, AskOptions, GuestBody, HandWaitsBody, Joined, NewTable, OptionsBody, Page, RulesBody, ScoresBody, RunningTables, TableBody, TableMade,
} from './protocol';

/** A request that the server refused or that never reached it; `code` is a stable key. */
export class RequestError extends Error {
  constructor(readonly code: string, message: string) {
    super(message);
  }
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new RequestError('unreachable', `no answer from ${path}`);
  }
  const text = await response.text();
  const data: unknown = text === '' ? null : JSON.parse(text);
  if (!response.ok) {
    const { code, message } = (data ?? {}) as { code?: string; message?: string };
    throw new RequestError(code ?? `status_${response.status}`, message ?? response.statusText);
  }
  return data as T;
}

export const postGuest = (name: string, language: string) => request<GuestBody>('POST', '/api/guest', { name, language });
/** The unfinished tables where this guest sits, the last played first. */
export const getMyTables = () => request<RunningTables>('GET', '/api/me/tables');
export const postTable = (table: NewTable) => request<TableMade>('POST', '/api/tables', table);
export const getTable = (table: string) => request<TableBody>('GET', `/api/tables/${encodeURIComponent(table)}`);
export const postJoin = (table: string, seat?: number) =>
  request<Joined>('POST', `/api/tables/${encodeURIComponent(table)}/join`, seat === undefined ? {} : { seat });
/** Lets bots take the seats that are still open. */
export const postFill = (table: string) => request<null>('POST', `/api/tables/${encodeURIComponent(table)}/fill`, {});
export const recordPath = (table: string) => `/api/tables/${encodeURIComponent(table)}/record`;
/** The page on which the coach goes through a seat's choices of the deals that are over. */
export const reviewPath = (table: string, seat: number, language: string) => `/api/tables/${encodeURIComponent(table)}/review?seat=${seat}&lang=${language}`;
export const getRules = () => request<RulesBody>('GET', '/api/rules');
/** The explained page of a rule set with some house options. */
export const getPage = (rules: string, lang: string, options: Record<string, string>) =>
  request<Page>('GET', `/api/rules/${encodeURIComponent(rules)}/page?${new URLSearchParams({ ...options, lang }).toString()}`);
/** Which options differ, and whether they go together. */
export const postOptions = (ask: AskOptions) => request<OptionsBody>('POST', '/api/options', ask);
/** A hand by every rule set: what it pays, and what it waits for. */
export const postScore = (ask: AskHand) => request<ScoresBody>('POST', '/api/score', ask);
export const postWaits = (ask: AskHand) => request<HandWaitsBody>('POST', '/api/waits', ask);
