import { useEffect, useRef, useState } from 'react';

/** A search starts when the person has stopped typing for this time. */
const PAUSE_MS = 250;

/** The text of a search field that is also in the address: typed text is written to the address after a pause. */
export function useSearchText(
  inAddress: string,
  onSearch: (text: string | undefined) => void,
): { readonly value: string; readonly onChange: (text: string) => void } {
  const [value, setValue] = useState(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const typed = useRef(inAddress);
  // The address also changes by the browser's back button. The text that was just typed may end with a space.
  useEffect(() => {
    if (typed.current.trim() !== inAddress) setValue((typed.current = inAddress));
  }, [inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    value,
    onChange: (text) => {
      setValue((typed.current = text));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => onSearch(text.trim() === '' ? undefined : text.trim()), PAUSE_MS);
    },
  };
}
