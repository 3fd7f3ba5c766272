import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { SearchField } from '../controls/search-field.js';

/** Long enough that typing a word does not search for each letter. */
const PAUSE_MS = 250;

interface ListSearchProps {
  readonly label: string;
  /** The text in the address. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** Leads to the list. */
  readonly onEnter?: () => void;
}

/**
 * A search with its text in the address: typed text is written there after a pause, or when the field loses the
 * focus. A later write would return a person to the list who has followed a link meanwhile.
 */
export function ListSearch({ label, value, onSearch, onEnter }: ListSearchProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [written, setWritten] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // The address also changes by the browser's back button. What this field wrote arrives while more is typed.
    if (value !== written) {
      setTyped(value);
      setWritten(value);
    }
  }
  const write = (): void => {
    const text = typed.trim();
    if (text === written) return;
    setWritten(text);
    onSearch(text);
  };
  const writeLatest = useEffectEvent(write);
  useEffect(() => {
    const timer = setTimeout(() => writeLatest(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return <SearchField label={label} value={typed} onChange={setTyped} onBlur={write} onEnter={onEnter} />;
}
