/** Dashboards in the JSON of Grafana (schema version 39, which Grafana 11 writes and later versions migrate). */
import type { Dashboard, Panel } from './dashboards.js';

const columns = 3;
const size = { w: 24 / columns, h: 8 };
const datasource = { type: 'prometheus', uid: '${datasource}' };

export function grafanaJson({ name, title, panels }: Dashboard): object {
  return {
    uid: `kushk-${name}`,
    title,
    tags: ['kushk'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    timezone: 'browser',
    links: [
      {
        type: 'dashboards',
        tags: ['kushk'],
        title: 'Kushk',
        icon: 'dashboard',
        tooltip: '',
        asDropdown: false,
        targetBlank: false,
        keepTime: true,
        includeVars: true,
      },
    ],
    templating: {
      list: [
        { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' },
        {
          name: 'scope',
          label: 'Scope',
          type: 'query',
          datasource,
          query: { query: 'label_values(kushk_build_info, scope)', refId: 'scope' },
          refresh: 2,
          includeAll: true,
          multi: true,
          allValue: '.*',
          current: { text: ['All'], value: ['$__all'] },
        },
      ],
    },
    panels: panels.map(panelJson),
  };
}

function panelJson({ title, unit, queries, kind }: Panel, index: number): object {
  return {
    id: index + 1,
    title,
    type: kind ?? 'timeseries',
    datasource,
    gridPos: { ...size, x: (index % columns) * size.w, y: Math.floor(index / columns) * size.h },
    fieldConfig: { defaults: { unit }, overrides: [] },
    options:
      kind === 'stat' ? { reduceOptions: { calcs: ['lastNotNull'] } } : { tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(([expr, legendFormat], at) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + at),
      datasource,
      expr,
      ...(legendFormat !== '' && { legendFormat }),
      range: kind !== 'stat',
      instant: kind === 'stat',
    })),
  };
}
