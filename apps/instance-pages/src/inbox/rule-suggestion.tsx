import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import { Button, digits, Notice, ProblemNotice, useTexts } from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import { usePluginName } from '../organisation/plugins.js';
import { rulesQuery } from '../organisation/rule-queries.js';
import { useFieldTexts } from '../records/field-texts.js';
import { alikeCount, ALIKE_FOR_RULE, isCovered } from './alike.js';
import { appliedQuery, type ListedProposal } from './queries.js';

/** Offers a rule to an admin who has applied many proposals that are alike, of a type for which rules exist. */
export function RuleSuggestion({ proposal }: { proposal: ListedProposal }): ReactNode {
  const { t, language } = useTexts();
  const { isAdmin } = useMe();
  const { plugin_id, record_type, action } = proposal;
  const name = usePluginName()(plugin_id);
  const { type } = useFieldTexts();
  const queries = useQueryClient();
  const [isPutOff, putOff] = useState(false);
  const { data: rules } = useQuery({ ...rulesQuery(), enabled: isAdmin });
  const isPossible = rules?.record_types.includes(record_type) === true && !isCovered(rules.items, proposal);
  const { data: applied } = useQuery(appliedQuery(plugin_id, isPossible));
  const make = useMutation({
    mutationFn: () =>
      resultOf(instanceApi.POST('/instance/v1/rules', { body: { plugin_id, record_type, actions: [action] } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['rules'] }),
  });
  if (make.isSuccess) return <Notice tone="good" title={t('inbox.rule.made', { name, type: type(record_type) })} />;
  const count = alikeCount(applied?.items ?? [], proposal);
  if (!isPossible || isPutOff || count < ALIKE_FOR_RULE) return null;
  return (
    <>
      <Notice
        tone="info"
        title={t('inbox.rule.suggest', { count: digits(count, language), name })}
        actions={
          <>
            <Button look="quiet" onPress={() => putOff(true)}>
              {t('inbox.rule.not_now')}
            </Button>
            <Button onPress={() => make.mutate()} isPending={make.isPending}>
              {t('inbox.rule.make')}
            </Button>
          </>
        }
      >
        {t('inbox.rule.what', { type: type(record_type) })} {t(`organisation.rule.applies.${action}`)}
      </Notice>
      {make.error !== null && <ProblemNotice error={make.error} />}
    </>
  );
}
