import { useState } from 'react';

const PREFIX = 'kushk.note.';

function read(key: string): string {
  try {
    return sessionStorage.getItem(PREFIX + key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, text);
  } catch {
    // The browser has no room for it; the text is still in the field.
  }
}

/** A text that the tab stores under a key until it is set to nothing: closing its dialog or a reload loses nothing. */
export function useDraft(key: string): readonly [text: string, setText: (text: string) => void] {
  const [draft, setDraft] = useState({ key, text: read(key) });
  if (draft.key !== key) setDraft({ key, text: read(key) });
  const setText = (text: string): void => {
    write(key, text);
    setDraft({ key, text });
  };
  return [draft.text, setText];
}
