/** The server's plain requests. */
export interface Guest { id?: string; name: string; language?: string }

export interface RuleOption {
  key: string;
  clause: string;
  group: string;
  values: (string | number | boolean)[];
  default: string | number | boolean;
  text?: string;
}
export interface RuleSetInfo { key: string; options: RuleOption[] }

export type SeatWish = 'person' | 'open' | `bot:${string}`;
export interface NewTable {
  rules: string;
  options: Record<string, string | number | boolean>;
  length: string;
  stake: number;
  settings: Record<string, unknown>;
  seats: SeatWish[];
}
export interface TableSummary {
  table: string;
  rules: string;
  length: string;
  stake: number;
  started: boolean;
  over: boolean;
  seat: 0 | 1 | 2 | 3 | null;
  seats: { seat: number; name: string; kind: 'person' | 'bot' | 'open'; connected?: boolean }[];
}

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

export const postGuest = (name: string, language: string) => request<Guest>('POST', '/api/guest', { name, language });
export const getMe = () => request<Guest>('GET', '/api/me');
export const getRules = () => request<{ rules: RuleSetInfo[] }>('GET', '/api/rules');
export const postTable = (table: NewTable) => request<{ table: string }>('POST', '/api/tables', table);
export const getTable = (table: string) => request<TableSummary>('GET', `/api/tables/${encodeURIComponent(table)}`);
export const postJoin = (table: string, seat?: number) =>
  request<{ seat: number }>('POST', `/api/tables/${encodeURIComponent(table)}/join`, seat === undefined ? {} : { seat });
export const recordPath = (table: string) => `/api/tables/${encodeURIComponent(table)}/record`;
