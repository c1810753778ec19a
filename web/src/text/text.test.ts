import { describe, expect, it } from 'vitest';
import catalogue from '$catalogue';
import { LANGUAGES, preferred, setLanguage, sign, t } from './index.svelte';

const texts = catalogue as Record<string, Record<string, string>>;

describe('the text catalogue', () => {
  it('has every text in all three languages, with gaps to fill in all or in none', () => {
    const gaps = (text: string | undefined) => /\{\w+\}/.test(text ?? '');
    for (const [key, text] of Object.entries(texts)) {
      for (const language of LANGUAGES) expect(text[language], `${key} in ${language}`).toBeTruthy();
      for (const language of LANGUAGES) expect(gaps(text[language]), `${key} in ${language}`).toBe(gaps(text['zh-Hans']));
    }
  });

  it('is sorted by key, so that additions meet rarely', () => {
    const keys = Object.keys(texts);
    expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : 1)));
  });
});

describe('a text', () => {
  it('follows the language at once', () => {
    setLanguage('zh-Hant');
    expect(t('move.kong')).toBe('槓');
    setLanguage('en');
    expect(t('table.points_n', { n: 8 })).toBe('8 points');
    expect(sign('move.kong')).toBe('杠');
  });

  it('is the key itself where the catalogue has none', () => {
    expect(t('no.such.key')).toBe('no.such.key');
  });

  it('is guessed from what the browser prefers', () => {
    expect(preferred(['zh-TW', 'en'])).toBe('zh-Hant');
    expect(preferred(['zh-CN'])).toBe('zh-Hans');
    expect(preferred(['fr', 'en-GB'])).toBe('en');
    expect(preferred([])).toBe('zh-Hans');
  });
});
