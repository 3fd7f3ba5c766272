import type { ReactNode } from 'react';
import { Button, KeyHint, lazyPart, TitleText, useTexts } from '@kushk/ui';
import classes from './last-decision.module.css';
import type { Decisions } from './use-decisions.js';

const RuleSuggestion = lazyPart(async () => (await import('./rule-suggestion.js')).RuleSuggestion);

interface LastDecisionProps {
  readonly decisions: Decisions;
  readonly openId: string | null;
}

/** What was decided last, and the way back: the page has gone on to the next item. */
export function LastDecision({ decisions: { last, undo }, openId }: LastDecisionProps): ReactNode {
  const { t } = useTexts();
  const { proposal, verdict } = last ?? {};
  const isElsewhere = proposal !== undefined && proposal.id !== openId;
  return (
    <>
      <div className={classes.last} role="status">
        {isElsewhere && verdict !== undefined && (
          <>
            <span>
              {t(`inbox.decided.${verdict}`)} <TitleText>{proposal.summary}</TitleText>
            </span>
            {undo !== null && (
              <Button look="quiet" onPress={undo}>
                {t('inbox.undo')}
                <KeyHint>Z</KeyHint>
              </Button>
            )}
          </>
        )}
      </div>
      {proposal !== undefined && verdict === 'apply' && (
        <div className={classes.rule}>
          <RuleSuggestion
            key={`${proposal.plugin_id} ${proposal.record_type} ${proposal.action}`}
            proposal={proposal}
          />
        </div>
      )}
    </>
  );
}
