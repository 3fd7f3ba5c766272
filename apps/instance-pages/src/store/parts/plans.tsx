import type { ReactNode } from 'react';
import { muNumber, RadioCards, useTexts } from '@kushk/ui';
import type { Plan, PluginManifest } from '../manifest.js';
import { planName, serviceName } from './plan-names.js';

const MOST_RATES = 3;

/** One of the plugin's plans, each with its rates. */
export function PlanChoice({
  manifest,
  value,
  onChange,
}: {
  manifest: PluginManifest;
  value: string | null;
  onChange: (plan: string) => void;
}): ReactNode {
  const { t, language } = useTexts();
  const rates = ({ rates: ofPlan = {} }: Plan): string => {
    const entries = Object.entries(ofPlan);
    const shown = entries
      .slice(0, MOST_RATES)
      .map(([key, rate]) =>
        t('store.rate', { rate: muNumber(rate, language), service: serviceName(manifest, key, language) }),
      );
    const more = entries.length - shown.length;
    return [...shown, ...(more > 0 ? [t('store.rates.more', { count: more })] : [])].join(t('store.join'));
  };
  return (
    <RadioCards
      label={t('store.plan')}
      value={value ?? ''}
      onChange={onChange}
      options={(manifest.plans ?? []).map((plan) => ({
        value: plan.key,
        title: <bdi>{planName(plan, language)}</bdi>,
        text: rates(plan),
      }))}
    />
  );
}
