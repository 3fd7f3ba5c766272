/** A publisher's usage: of one month, by month, and by installation. The portal and the publisher API have it. */
import {
  catalogue,
  catalogueUsage,
  instanceGateway,
  usageMonthClosesAt,
  type Page,
  type UsageCounts,
} from '@kushk/contracts';
import { pageOf } from '@kushk/edge';
import { keyScope, onlyPlugin, requestedPlugin, type ForPublisher } from '../developer/key-scope.js';
import { routesFor, type Route } from '../http/route.js';
import {
  respondWithUsage,
  USAGE_DEADLINE_MS,
  USAGE_DETAILS,
  USAGE_FORMATS,
  type CollectionsInProgress,
} from './respond-with-usage.js';
import { publisherStatementRoutes } from './statement-routes.js';
import { countsOf, type InstallationUsage } from './usage-documents.js';
import { latestMonths, usageMonth } from './usage-month.js';

const { compositeRoute, proxyRoute } = routesFor<ForPublisher>('publisher', '/developer/v1');
const MONTH_MAX_CHARACTERS = 100;
const PLUGIN_ID_MAX_CHARACTERS = 128;
const MONTHS_MAX = 12;
const MONTHS_DEFAULT = 6;

/** The usage of one month, of all plugins together. */
export interface MonthUsage {
  readonly month: string;
  /** Whether an instance has not closed the month, so that the figures are minimums. */
  readonly partial: boolean;
  readonly final: boolean;
  readonly totals: UsageCounts;
}
/** The usage of one installation in one month. */
export interface ListedUsage extends InstallationUsage {
  readonly plugin_id: string;
}

const storedUsageRoutes: readonly Route[] = [
  proxyRoute('GET', '/usage/months', {
    operationId: 'listUsageMonths',
    summary: 'Get the totals of the last months, as they are stored',
    requires: keyScope('usage'),
    calls: catalogueUsage.usageOfMonths,
    query: (read) => ({ count: read.integer('count', 1, MONTHS_MAX) ?? MONTHS_DEFAULT }),
    extraRateLimit: 'usage',
    request: ({ caller, query, now }) => ({
      publisher_id: caller.publisher.id,
      plugin_id: onlyPlugin(caller),
      months: latestMonths(query.count, now),
    }),
    response: ({ months }, { now }): { readonly months: readonly MonthUsage[] } => ({
      months: months.map(({ month, open_instances, ...totals }) => ({
        month,
        partial: open_instances > 0,
        final: open_instances === 0 && now >= usageMonthClosesAt(month),
        totals,
      })),
    }),
  }),
  proxyRoute('GET', '/usage/installations', {
    operationId: 'listUsageInstallations',
    summary: 'List the usage of installations in a month, as it is stored',
    requires: keyScope('usage'),
    calls: catalogueUsage.listUsage,
    query: (read) => ({
      ...pageOf(read),
      month: read.text('month', MONTH_MAX_CHARACTERS),
      plugin_id: read.text('plugin_id', PLUGIN_ID_MAX_CHARACTERS),
    }),
    request: ({ caller, query: { limit, cursor, month, plugin_id }, now }) => {
      const plugin = requestedPlugin(caller, plugin_id);
      return {
        publisher_id: caller.publisher.id,
        month: usageMonth(month, now),
        limit,
        cursor,
        ...(plugin !== null && { plugin_id: plugin }),
      };
    },
    response: ({ items, next_cursor }): Page<ListedUsage> => ({
      items: items.map((item) => ({
        plugin_id: item.plugin_id,
        alias: item.alias,
        ...countsOf(item),
        services: item.services,
      })),
      next_cursor,
    }),
  }),
];

export function usageRoutes(): readonly Route[] {
  const inProgress: CollectionsInProgress = new Map();
  return [
    compositeRoute('GET', '/usage', {
      operationId: 'getUsage',
      summary: 'Get the usage of one month (in Tehran time) by plugin and installation',
      requires: keyScope('usage'),
      calls: [
        catalogue.listPlugins,
        catalogueUsage.usageStatus,
        instanceGateway.monthlyUsage,
        catalogueUsage.recordUsage,
        catalogueUsage.completeUsage,
        catalogueUsage.usageTotals,
        catalogueUsage.listUsage,
      ],
      query: (read) => ({
        month: read.text('month', MONTH_MAX_CHARACTERS),
        format: read.oneOf('format', USAGE_FORMATS),
        detail: read.oneOf('detail', USAGE_DETAILS),
      }),
      deadlineMs: () => USAGE_DEADLINE_MS,
      extraRateLimit: 'usage',
      handle: ({ caller, query, now }, send) =>
        respondWithUsage(
          {
            publisherId: caller.publisher.id,
            only: onlyPlugin(caller),
            month: usageMonth(query.month, now),
            format: query.format ?? 'json',
            detail: query.detail ?? 'installations',
            now,
          },
          inProgress,
          send,
        ),
    }),
    ...storedUsageRoutes,
    ...publisherStatementRoutes,
  ];
}
