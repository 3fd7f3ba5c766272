import { use, useEffect, useState } from 'react';
import { BlockContext } from './block.js';

interface Question {
  readonly discard: () => void;
  readonly stay: () => void;
}

interface UnsavedQuestion {
  readonly isOpen: boolean;
  /** Asks before `discard`, if something would be lost. */
  readonly confirm: (discard: () => void) => void;
  readonly answer: (isDiscarded: boolean) => void;
}

/** Asks before what is typed is lost: by a link, back, reload, or by what calls `confirm`. */
export function useQuestion(isUnsaved: boolean, guarded: 'every navigation' | 'back and reload'): UnsavedQuestion {
  const block = use(BlockContext);
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    if (!isUnsaved) return;
    return block((isTraversal) => {
      if (guarded === 'back and reload' && !isTraversal) return false;
      return new Promise<boolean>((stays) => {
        setQuestion({ discard: () => stays(false), stay: () => stays(true) });
      });
    });
  }, [block, isUnsaved, guarded]);
  return {
    isOpen: question !== null,
    confirm: (discard) => (isUnsaved ? setQuestion({ discard, stay: () => undefined }) : discard()),
    answer: (isDiscarded) => {
      setQuestion(null);
      if (isDiscarded) question?.discard();
      else question?.stay();
    },
  };
}
