import { Link } from '@tanstack/react-router';
import { AppWindow, ChevronDown, ChevronUp } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { NavItem, navLink, useTexts } from '@kushk/ui';
import { nameIn } from '../organisation/plugin-names.js';
import { usePluginName } from '../organisation/plugins.js';
import { usePluginPages } from './queries.js';

/** More would push the service's own pages out of view. */
const SHOWN_APPS = 3;

/** Entries of the navigation for the apps of the installed plugins: the first ones, and the others on request. */
export function InstalledApps({ onNavigate }: { onNavigate: () => void }): ReactNode {
  const { t, language } = useTexts();
  const { data = [] } = usePluginPages();
  const [isOpen, setOpen] = useState(false);
  const apps = data
    .filter(({ app }) => app !== null)
    .map(({ installation_id: id, plugin_id, names, app }) => {
      return { id, plugin_id, names, name: nameIn(app?.names, language) ?? nameIn(names, language) ?? plugin_id };
    });
  const isAlike = (name: string): boolean => apps.filter((one) => one.name === name).length > 1;
  const pluginName = usePluginName(apps.some(({ name }) => isAlike(name)));
  const labelOf = ({ name, plugin_id, names }: (typeof apps)[number]): string => {
    if (!isAlike(name)) return name;
    const plugin = pluginName(plugin_id, names);
    return plugin.includes(name) ? plugin : `${name} · ${plugin}`;
  };
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <>
      {apps.slice(0, isOpen ? apps.length : SHOWN_APPS).map((app) => (
        <li key={app.id}>
          <Link to="/apps/$installation" params={{ installation: app.id }} className={navLink} onClick={onNavigate}>
            <NavItem icon={<AppWindow aria-hidden="true" />}>{labelOf(app)}</NavItem>
          </Link>
        </li>
      ))}
      {apps.length > SHOWN_APPS && (
        <li>
          <button type="button" className={navLink} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <NavItem icon={<Chevron aria-hidden="true" />}>
              {isOpen ? t('embedded.apps.fewer') : t('embedded.apps.more', { count: apps.length - SHOWN_APPS })}
            </NavItem>
          </button>
        </li>
      )}
    </>
  );
}
