import type { ReactNode } from 'react';
import { lazyPart } from '../page/lazy-part.js';
import { useQuestion } from './use-question.js';

const DiscardQuestion = lazyPart(async () => (await import('./discard-question.js')).DiscardQuestion);

/**
 * Guards a form that is part of a page. Returns the question, which the page renders. A form in a dialog is guarded by
 * the dialog. A page that opens another one after saving passes `ignoreBlocker` to its navigation.
 */
export function useUnsaved(isUnsaved: boolean): ReactNode {
  const { isOpen, answer } = useQuestion(isUnsaved, 'every navigation');
  return <DiscardQuestion isOpen={isOpen} onClose={() => answer(false)} onDiscard={() => answer(true)} />;
}
