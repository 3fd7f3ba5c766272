import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import { Button, Panel, ProblemNotice, showToast, useTexts } from '@kushk/ui';
import type { PluginManifest } from '../manifest.js';
import { CostNotice } from '../parts/cost-notice.js';
import { PlanChoice } from '../parts/plans.js';
import { installationQuery, type Installation } from '../queries.js';
import classes from './settings-page.module.css';

/** The active plan. Another one applies from the next charge on. */
export function PlanPanel({
  installation,
  manifest,
}: {
  installation: Installation;
  manifest: PluginManifest;
}): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const { installation_id: id, plan: active } = installation;
  const [plan, setPlan] = useState(active);
  const change = useMutation({
    mutationFn: (next: string) =>
      resultOf(
        instanceApi.PUT('/instance/v1/installations/{installation_id}/plan', {
          params: { path: { installation_id: id } },
          body: { plan: next },
        }),
      ),
    onSuccess: (changed) => {
      queries.setQueryData(installationQuery(id).queryKey, (before) => before && { ...before, ...changed });
      void queries.invalidateQueries({ queryKey: ['wallet', id] });
      showToast({ tone: 'good', message: t('store.plan.changed') });
    },
  });
  return (
    <Panel title={t('store.plan')} note={t('store.plan.note')}>
      <div className={classes.panel}>
        <PlanChoice manifest={manifest} value={plan} onChange={setPlan} />
        {change.isError && <ProblemNotice error={change.error} title={t('store.plan.failed')} />}
        {plan !== active && plan !== null && (
          <>
            <CostNotice
              id={id}
              manifest={manifest}
              rates={manifest.plans?.find(({ key }) => key === plan)?.rates ?? {}}
            />
            <div className={classes.actions}>
              <Button isPending={change.isPending} onPress={() => change.mutate(plan)}>
                {t('store.plan.change')}
              </Button>
              <p>{t('store.plan.change.means')}</p>
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}
