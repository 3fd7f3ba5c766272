import { useLocation } from '@tanstack/react-router';
import { ChevronDown, PanelRight } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel } from 'react-aria-components';
import { ProblemNotice, SkeletonLine, Tile, useTexts } from '@kushk/ui';
import { nameIn } from '../organisation/plugin-names.js';
import { panelOfHash } from './page-address.js';
import { GoneNotice, PluginFrame } from './plugin-frame.js';
import { usePluginPages, type PluginPages } from './queries.js';
import classes from './embedded.module.css';

interface Panel {
  /** `ins_…/invoice` */
  readonly id: string;
  readonly pages: PluginPages;
  readonly key: string;
  readonly names: Readonly<Record<string, unknown>>;
}

function panelsBeside(recordType: string, all: readonly PluginPages[]): readonly Panel[] {
  return all.flatMap((pages) =>
    pages.panels
      .filter(({ record_type }) => record_type === null || record_type === recordType)
      .map(({ key, names }) => ({ id: `${pages.installation_id}/${key}`, pages, key, names })),
  );
}

/** The panels of plugins beside a case. Each is loaded when a person opens it. Nothing without such plugins. */
export function CasePanels({ caseId }: { caseId: string }): ReactNode {
  return <PanelsOfCase key={caseId} caseId={caseId} />;
}

function PanelsOfCase({ caseId }: { caseId: string }): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = usePluginPages();
  const wanted = panelOfHash(useLocation({ select: ({ hash }) => hash }));
  const [open, setOpen] = useState<readonly Panel[]>([]);
  const here = data === undefined ? null : panelsBeside('case', data);
  const linked = here?.find(({ id }) => id === wanted);
  // A link opens its panel once, not with every new list of panels: the person may close it.
  const [followed, setFollowed] = useState<string>();
  if (linked?.id !== followed) {
    setFollowed(linked?.id);
    if (linked !== undefined) setOpen((others) => [...others.filter(({ id }) => id !== linked.id), linked]);
  }
  if (error) return <ProblemNotice error={error} onRetry={() => refetch()} />;
  const gone = here === null ? [] : open.filter(({ id }) => !here.some((panel) => panel.id === id));
  if (here !== null && here.length + gone.length === 0) return null;
  const toggle = (panel: Panel) => (isOpen: boolean) =>
    setOpen((others) => [...others.filter(({ id }) => id !== panel.id), ...(isOpen ? [panel] : [])]);
  const isOpen = (panel: Panel): boolean => open.some(({ id }) => id === panel.id);
  return (
    <section className={classes.panels} aria-labelledby="plugin-panels" aria-busy={here === null}>
      <h2 id="plugin-panels">{t('embedded.panels')}</h2>
      {here === null ? (
        <div className={classes.waiting}>
          <SkeletonLine width="middle" />
        </div>
      ) : (
        <>
          {here.map((panel) => (
            <CasePanel key={panel.id} panel={panel} isOpen={isOpen(panel)} onOpen={toggle(panel)}>
              <OpenPanel panel={panel} caseId={caseId} />
            </CasePanel>
          ))}
          {gone.map((panel) => (
            <CasePanel key={panel.id} panel={panel} isOpen onOpen={toggle(panel)}>
              <GoneNotice />
            </CasePanel>
          ))}
        </>
      )}
    </section>
  );
}

function useNames({ pages, names }: Panel): { readonly name: string; readonly title: string } {
  const { language } = useTexts();
  const name = nameIn(pages.names, language) ?? pages.plugin_id;
  return { name, title: nameIn(names, language) ?? name };
}

interface CasePanelProps {
  readonly panel: Panel;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

function CasePanel({ panel, isOpen, onOpen, children }: CasePanelProps): ReactNode {
  const { name, title } = useNames(panel);
  return (
    <Disclosure className={classes.panel!} isExpanded={isOpen} onExpandedChange={onOpen}>
      <h3>
        <AriaButton slot="trigger" className={classes.trigger!}>
          <Tile id={panel.pages.plugin_id} name={name} />
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
      <DisclosurePanel className={classes.body!}>{isOpen && children}</DisclosurePanel>
    </Disclosure>
  );
}

function OpenPanel({ panel, caseId }: { panel: Panel; caseId: string }): ReactNode {
  const { t } = useTexts();
  const { name, title } = useNames(panel);
  return (
    <>
      <PluginFrame
        installationId={panel.pages.installation_id}
        surface={{ surface: 'panel', panel: panel.key }}
        record={{ type: 'case', id: caseId }}
        title={title === name ? name : `${name}: ${title}`}
      />
      <p className={classes.source}>
        <PanelRight className="mirrors" aria-hidden="true" />
        {t('embedded.served_by', { name })}
      </p>
    </>
  );
}
