import { useLocation } from '@tanstack/react-router';
import { ChevronDown, PanelRight } from '@kushk/ui/icons';
import { useEffect, useState, type ReactNode } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel } from 'react-aria-components';
import { ProblemNotice, SkeletonLine, Tile, useTexts } from '@kushk/ui';
import { nameIn } from '../organisation/plugins.js';
import { panelOfHash } from './page-address.js';
import { PluginFrame } from './plugin-frame.js';
import { usePluginPages, type PluginPages } from './queries.js';
import classes from './embedded.module.css';

interface Panel {
  readonly pages: PluginPages;
  readonly key: string;
  readonly names: Readonly<Record<string, unknown>>;
}

function panelsBeside(recordType: string, all: readonly PluginPages[]): readonly Panel[] {
  return all.flatMap((pages) =>
    pages.panels
      .filter(({ record_type }) => record_type === null || record_type === recordType)
      .map(({ key, names }) => ({ pages, key, names })),
  );
}

/** The panels of plugins beside a case. Each is loaded when a person opens it. Nothing without such plugins. */
export function CasePanels({ caseId }: { caseId: string }): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = usePluginPages();
  const wanted = panelOfHash(useLocation({ select: ({ hash }) => hash }));
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const panels = data === undefined ? null : panelsBeside('case', data);
  if (panels?.length === 0) return null;
  return (
    <section className={classes.panels} aria-labelledby="plugin-panels" aria-busy={panels === null}>
      <h2 id="plugin-panels">{t('embedded.panels')}</h2>
      {panels === null ? (
        <div className={classes.waiting}>
          <SkeletonLine width="middle" />
        </div>
      ) : (
        panels.map((panel) => {
          const id = `${panel.pages.installation_id}/${panel.key}`;
          return <CasePanel key={`${id} ${caseId}`} panel={panel} caseId={caseId} isWanted={id === wanted} />;
        })
      )}
    </section>
  );
}

interface CasePanelProps {
  readonly panel: Panel;
  readonly caseId: string;
  /** Whether the address asks for this panel. */
  readonly isWanted: boolean;
}

function CasePanel({ panel: { pages, key, names }, caseId, isWanted }: CasePanelProps): ReactNode {
  const { t, language } = useTexts();
  const [isOpen, setOpen] = useState(isWanted);
  useEffect(() => {
    if (isWanted) setOpen(true);
  }, [isWanted]);
  const name = nameIn(pages.names, language) ?? pages.plugin_id;
  const title = nameIn(names, language) ?? name;
  return (
    <Disclosure className={classes.panel!} isExpanded={isOpen} onExpandedChange={setOpen}>
      <h3>
        <AriaButton slot="trigger" className={classes.trigger!}>
          <Tile id={pages.plugin_id} name={name} />
          <span>
            <b>
              <bdi>{name}</bdi>
            </b>
            {title !== name && (
              <small>
                <bdi>{title}</bdi>
              </small>
            )}
          </span>
          <ChevronDown className={isOpen ? classes.turned : ''} aria-hidden="true" />
        </AriaButton>
      </h3>
      <DisclosurePanel className={classes.body!}>
        {isOpen && (
          <>
            <PluginFrame
              installationId={pages.installation_id}
              surface={{ surface: 'panel', panel: key }}
              record={{ type: 'case', id: caseId }}
              title={title === name ? name : `${name}: ${title}`}
            />
            <p className={classes.source}>
              <PanelRight className="mirrors" aria-hidden="true" />
              {t('embedded.served_by', { name })}
            </p>
          </>
        )}
      </DisclosurePanel>
    </Disclosure>
  );
}
