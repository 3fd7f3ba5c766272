import type { ReactNode } from 'react';
import { Button, KeyHint, lazyPart, TitleText, useTexts } from '@kushk/ui';
import classes from './last-decision.module.css';
import type { Inbox } from './use-inbox.js';

const RuleSuggestion = lazyPart(async () => (await import('./rule-suggestion.js')).RuleSuggestion);
const ReasonDialog = lazyPart(async () => (await import('./reason-dialog.js')).ReasonDialog);

/** What was decided last, and what can be done with it: the page has gone on to the next item. */
export function LastDecision({ inbox: { decisions, openId, explaining, explainNow } }: { inbox: Inbox }): ReactNode {
  const { t } = useTexts();
  const { last, canUndoLast, lastApplied, undo } = decisions;
  return (
    <>
      <div className={classes.last} role="status">
        {last !== null && last.proposal.id !== openId && (
          <>
            <span>
              {t(`inbox.decided.${last.verdict}`)} <TitleText>{last.proposal.summary}</TitleText>
            </span>
            {last.verdict === 'reject' && <WriteReason onPress={() => explainNow(last.proposal)} />}
            {canUndoLast && (
              <Button look="quiet" onPress={() => undo(last.proposal)}>
                {t('inbox.undo')}
                <KeyHint>Z</KeyHint>
              </Button>
            )}
          </>
        )}
      </div>
      {lastApplied !== null && (
        <div className={classes.rule}>
          <RuleSuggestion
            key={`${lastApplied.plugin_id} ${lastApplied.record_type} ${lastApplied.action}`}
            proposal={lastApplied}
          />
        </div>
      )}
      {explaining !== null && (
        <ReasonDialog
          key={explaining.id}
          proposal={explaining}
          explain={decisions.explain}
          onClose={() => explainNow(null)}
        />
      )}
    </>
  );
}

export function WriteReason({ onPress }: { onPress: () => void }): ReactNode {
  const { t } = useTexts();
  return (
    <Button look="quiet" onPress={onPress}>
      {t('inbox.reason.write')}
      <KeyHint>W</KeyHint>
    </Button>
  );
}
