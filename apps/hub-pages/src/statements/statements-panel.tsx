import { Download, FileCheck2 } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import type { PortalComponents } from '@kushk/api-client';
import {
  Badge,
  buttonLink,
  Code,
  CopyButton,
  day,
  digits,
  EmptyState,
  itemsOf,
  ListPanel,
  monthAndYear,
  muNumber,
  useTexts,
  type ColumnOf,
  type ListResult,
} from '@kushk/ui';
import classes from './statements.module.css';

/** A closed month of a publisher: the operator API and the portal list it alike. */
type Statement = PortalComponents['schemas']['StatementSummary'];

interface StatementsPanelProps {
  readonly publisher: string;
  readonly statements: ListResult<Statement>;
  /** The route of one statement, without its query string. */
  readonly path: string;
  /** Where the keys of the hub are. */
  readonly keysPath: string;
}

const COMMAND = 'kushk usage verify';
/** The name under which the command expects the keys, beside the statement. */
const KEYS_FILE = 'hub-keys.json';
/** As many digits of a digest as tell two statements apart at a glance. */
const DIGEST_SHOWN = 12;
const shortDigest = (digest: string): string => digest.replace(/^sha256:/, '').slice(0, DIGEST_SHOWN);
const fileName = (publisher: string, month: string): string => `usage-${publisher}-${month}.ndjson`;

/** The signed statements of the closed months, to download and to verify offline. */
export function StatementsPanel({ publisher, statements, path, keysPath }: StatementsPanelProps): ReactNode {
  const { t } = useTexts();
  const newest = itemsOf(statements)?.[0];
  const columns = useColumns((month) => ({
    href: `${path}?${new URLSearchParams({ month, format: 'ndjson' }).toString()}`,
    download: fileName(publisher, month),
  }));
  return (
    <ListPanel<Statement>
      title={t('statements.title')}
      note={t('statements.what')}
      query={statements}
      keyOf={({ month }) => month}
      columns={columns}
      empty={
        <EmptyState icon={<FileCheck2 />} title={t('statements.empty')}>
          {t('statements.empty.what')}
        </EmptyState>
      }
      {...(newest !== undefined && {
        footer: <Verifying keysPath={keysPath} command={`${COMMAND} ${fileName(publisher, newest.month)}`} />,
      })}
    />
  );
}

type Target = (month: string) => { readonly href: string; readonly download: string };

function useColumns(target: Target): readonly ColumnOf<Statement>[] {
  const { t, language } = useTexts();
  const titleOf = (month: string): string => monthAndYear(new Date(`${month}-15T12:00:00Z`), language, 'gregory');
  const closed = ({ closed_at: at }: Statement): string => day(new Date(at), language);
  return [
    {
      key: 'month',
      title: t('statements.month'),
      isRowHeader: true,
      cell: (statement) => (
        <span className={classes.month}>
          <b>{titleOf(statement.month)}</b>
          {statement.partial && (
            <>
              <Badge tone="warn">{t('statements.partial')}</Badge>
              <small>{t('statements.partial.what')}</small>
            </>
          )}
          <Adjustments count={statement.adjustment_lines} />
          <small className={classes.narrow}>{t('statements.closed_on', { at: closed(statement) })}</small>
          <Code soft>{shortDigest(statement.digest)}</Code>
        </span>
      ),
    },
    { key: 'closed', title: t('statements.closed'), wideOnly: true, cell: closed },
    {
      key: 'lines',
      title: t('statements.lines'),
      wideOnly: true,
      atEnd: true,
      cell: ({ lines }) => digits(lines, language),
    },
    {
      key: 'consumed',
      title: t('statements.consumed'),
      atEnd: true,
      cell: ({ totals }) => muNumber(totals.mu_consumed, language),
    },
    {
      key: 'download',
      title: t('statements.download'),
      atEnd: true,
      cell: ({ month }) => (
        <a
          {...target(month)}
          className={buttonLink({ look: 'quiet' })}
          aria-label={t('statements.download.named', { month: titleOf(month) })}
        >
          <Download aria-hidden="true" />
          <span className={classes.wide}>{t('statements.download')}</span>
        </a>
      ),
    },
  ];
}

/** A closed month never changes: what came late is in the statement of a later month. */
function Adjustments({ count }: { readonly count: number }): ReactNode {
  const { t } = useTexts();
  return count > 0 && <small>{t('statements.adjustments', { count })}</small>;
}

interface VerifyingProps {
  readonly keysPath: string;
  readonly command: string;
}

/** How to check a statement without the hub: with its keys, which are downloaded once. */
function Verifying({ keysPath, command }: VerifyingProps): ReactNode {
  const { t } = useTexts();
  return (
    <div className={classes.verify}>
      <p>{t('statements.verify')}</p>
      <p className={classes.command}>
        <Code breaks>{command}</Code>
        <CopyButton text={command} label={t('statements.verify.copy')} />
        <a href={keysPath} download={KEYS_FILE} className={buttonLink()}>
          <Download aria-hidden="true" />
          {t('statements.verify.keys')}
        </a>
      </p>
    </div>
  );
}
