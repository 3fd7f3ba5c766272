import { useRouter } from '@tanstack/react-router';
import { FileText, History, MessageSquareText } from '@kushk/ui/icons';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { Badge, Checkbox, TitleText, useTexts } from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import { usePluginName } from '../organisation/plugins.js';
import { useFieldTexts } from '../records/field-texts.js';
import classes from './inbox-list.module.css';
import type { InboxFilter } from './inbox-filter.js';
import { kindOf, type ListedProposal, type Source } from './items.js';
import { ProposalStatus, SourceStatus } from './status.js';

export interface InboxRowProps {
  readonly id: string;
  readonly content: ListedProposal | Source;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly filter: InboxFilter;
  readonly toggle: (id: string) => void;
  readonly onOpen: () => void;
}

/** One row of the inbox. A key that decides must not draw hundreds of others again. */
export const InboxRow = memo(function Row(props: InboxRowProps): ReactNode {
  const { id, content, isOpen } = props;
  const names = [classes.item, isOpen && classes.open, content.status !== 'pending' && classes.settled];
  return (
    <li id={`item-${id}`} className={names.filter(Boolean).join(' ')}>
      {kindOf(id) === 'proposal' ? (
        <ProposalRow {...props} proposal={content as ListedProposal} />
      ) : (
        <SourceRow {...props} source={content as Source} />
      )}
    </li>
  );
});

/** A link that does not look at where the person is, as the router's own link does at each key. */
function ItemLink({
  id,
  filter,
  isOpen,
  onOpen,
  children,
}: InboxRowProps & { readonly children: ReactNode }): ReactNode {
  const router = useRouter();
  const target = { to: '/inbox/{-$id}', params: { id }, search: filter } as const;
  const open = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
    void router.navigate(target);
  };
  return (
    <a
      href={router.buildLocation(target).href}
      onClick={open}
      className={classes.link}
      {...(isOpen && { 'aria-current': 'true' as const })}
    >
      {children}
    </a>
  );
}

function ProposalRow({ proposal, ...row }: InboxRowProps & { readonly proposal: ListedProposal }): ReactNode {
  const { t } = useTexts();
  const pluginName = usePluginName();
  const { type } = useFieldTexts();
  const { personId } = useMe();
  const { id, summary, status, stale, record_title, record_type, assignee_id } = proposal;
  return (
    <>
      {status === 'pending' ? (
        <Checkbox
          isBare
          label={t('inbox.select', { name: summary })}
          isSelected={row.isSelected}
          onChange={() => row.toggle(id)}
        />
      ) : (
        <span />
      )}
      <ItemLink {...row}>
        <b>
          <TitleText>{summary}</TitleText>
        </b>
        <span className={classes.meta}>
          <span className={classes.about}>
            {(row.filter.group !== 'record' || record_title === null) && (
              <>
                <bdi>{record_title ?? t('inbox.new_record', { type: type(record_type) })}</bdi>
                <span aria-hidden="true"> · </span>
              </>
            )}
            <bdi>{pluginName(proposal.plugin_id)}</bdi>
          </span>
          {stale ? (
            <Badge tone="warn" icon={<History />}>
              {t('proposal.stale')}
            </Badge>
          ) : status !== 'pending' ? (
            <ProposalStatus status={status} undoneAt={proposal.undone_at} />
          ) : (
            assignee_id !== null && assignee_id !== personId && <Badge tone="neutral">{t('inbox.for_other')}</Badge>
          )}
        </span>
      </ItemLink>
    </>
  );
}

function SourceRow({ source, ...row }: InboxRowProps & { readonly source: Source }): ReactNode {
  const { t } = useTexts();
  const pluginName = usePluginName();
  const Icon = source.kind === 'message' ? MessageSquareText : FileText;
  return (
    <>
      <span className={classes.nobox}>
        <Icon aria-hidden="true" />
      </span>
      <ItemLink {...row}>
        <b>
          <TitleText>{source.title}</TitleText>
        </b>
        <span className={classes.meta}>
          <bdi>{pluginName(source.plugin_id)}</bdi>
          {source.status === 'pending' ? (
            <Badge tone="violet">{t(`inbox.source.${source.kind}`)}</Badge>
          ) : (
            <SourceStatus status={source.status} />
          )}
        </span>
      </ItemLink>
    </>
  );
}
