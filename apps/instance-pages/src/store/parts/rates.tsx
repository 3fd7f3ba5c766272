import type { ReactNode } from 'react';
import { inLanguage, muText, useTexts } from '@kushk/ui';
import type { PluginManifest } from '../manifest.js';
import classes from './rates.module.css';

/** What each service costs in each plan. */
export function Rates({ manifest }: { manifest: PluginManifest }): ReactNode {
  const { t, language } = useTexts();
  const { plans = [], services = [] } = manifest;
  const charged = services.filter(({ key }) => plans.some(({ rates = {} }) => Object.hasOwn(rates, key)));
  return (
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('store.plans')}>
      <table className={classes.rates}>
        <thead>
          <tr>
            <th scope="col">{t('store.service')}</th>
            {plans.map((plan) => (
              <th key={plan.key} scope="col" dir="auto">
                {inLanguage(plan.names, language) ?? plan.key}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {charged.map((service) => (
            <tr key={service.key}>
              <th scope="row" dir="auto">
                {inLanguage(service.names, language) ?? service.key}
              </th>
              {plans.map(({ key, rates = {} }) => {
                const rate = rates[service.key];
                return <td key={key}>{rate === undefined ? t('store.not_in_plan') : muText(rate, language)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
