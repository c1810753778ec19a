/* The words of the client, from the one catalogue of the project, in the language chosen now. */
import catalogue from '$catalogue';

export const LANGUAGES = ['zh-Hans', 'zh-Hant', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Params = Record<string, string | number>;

const texts = catalogue as Record<string, Partial<Record<Language, string>>>;
const KEPT_AS = 'goldsparrow.language';

/** Guesses a language from the browser's list; Chinese leads where nothing fits. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const lower = tag.toLowerCase();
    if (/^zh\b.*(hant|tw|hk|mo)/.test(lower)) return 'zh-Hant';
    if (lower.startsWith('zh')) return 'zh-Hans';
    if (lower.startsWith('en')) return 'en';
  }
  return 'zh-Hans';
}

function remembered(): Language | undefined {
  if (typeof localStorage === 'undefined') return undefined;
  const kept = localStorage.getItem(KEPT_AS);
  return LANGUAGES.find((language) => language === kept);
}

let current = $state<Language>(remembered() ?? preferred(typeof navigator === 'undefined' ? [] : navigator.languages));

export function language(): Language {
  return current;
}

export function setLanguage(next: Language): void {
  current = next;
  if (typeof localStorage !== 'undefined') localStorage.setItem(KEPT_AS, next);
  if (typeof document !== 'undefined') document.documentElement.lang = next;
}

export function nextLanguage(): void {
  setLanguage(LANGUAGES[(LANGUAGES.indexOf(current) + 1) % LANGUAGES.length]!);
}

/** Says whether the catalogue has a text under this key. */
export function has(key: string): boolean {
  return key in texts;
}

/** Gives the text of a key in the current language, `{name}` replaced from `params`. */
export function t(key: string, params: Params = {}): string {
  return say(current, key, params);
}

/** The sign by which a move is known at every table: its Chinese name, whatever language is set. */
export function sign(key: string): string {
  return say(current === 'en' ? 'zh-Hans' : current, key, {});
}

function say(language: Language, key: string, params: Params): string {
  const text = texts[key]?.[language];
  if (text === undefined) {
    if (import.meta.env.DEV) console.warn(`no text for ${key} in ${language}`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
