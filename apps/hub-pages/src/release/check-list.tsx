import { Check, Minus, TriangleAlert, X } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import type { OperatorComponents } from '@kushk/api-client';
import { digits, useTexts } from '@kushk/ui';
import { namesLocalHost } from './local-host.js';
import classes from './check-list.module.css';

type ReleaseCheck = OperatorComponents['schemas']['ReleaseCheck'];
type Outcome = ReleaseCheck['outcome'];

const icons = { passed: Check, warning: TriangleAlert, failed: X, not_applicable: Minus } as const;
const classOf = {
  passed: classes.passed,
  warning: classes.warning,
  failed: classes.failed,
  not_applicable: classes.absent,
} as const satisfies Record<Outcome, string | undefined>;
interface CheckListProps {
  readonly checks: readonly ReleaseCheck[];
  /** The checked manifest; undefined where the page does not have it. */
  readonly manifest: unknown;
}

/** The automatic checks, each with its outcome and the number of its problems. */
export function CheckList({ checks, manifest }: CheckListProps): ReactNode {
  const { t, language } = useTexts();
  const isLocal = ({ name, outcome }: ReleaseCheck): boolean =>
    name === 'reach' && outcome === 'passed' && namesLocalHost(manifest);
  return (
    <ul className={classes.list}>
      {checks.map((check) => {
        const { name, outcome, problems } = check;
        const Icon = icons[outcome];
        return (
          <li key={name} className={classOf[outcome]}>
            <Icon aria-label={t(`release.outcome.${outcome}`)} />
            <span>{t(isLocal(check) ? 'release.check.reach.local' : `release.check.${name}`)}</span>
            {problems.length > 0 && <span className={classes.count}>{digits(problems.length, language)}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** How many of the checks failed or warn, for the head of their list; what there is none of is left out. */
export function useChecksSummary(checks: readonly ReleaseCheck[]): string {
  const { t } = useTexts();
  const failed = checks.filter(({ outcome }) => outcome === 'failed').length;
  const warned = checks.filter(({ outcome }) => outcome === 'warning').length;
  const parts = [
    ...(failed > 0 ? [t('release.checks.failed', { count: failed })] : []),
    ...(warned > 0 ? [t('release.checks.warned', { count: warned })] : []),
  ];
  return parts.length === 0 ? t('release.checks.passed') : parts.join(t('release.checks.and'));
}
