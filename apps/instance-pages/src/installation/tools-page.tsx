import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Play, Wrench } from '@kushk/ui/icons';
import { useMemo, useState, type ReactNode } from 'react';
import { ProblemError } from '@kushk/api-client';
import {
  Button,
  Code,
  EmptyState,
  Panel,
  ProblemNotice,
  isReadable,
  SchemaForm,
  SkeletonLine,
  useTexts,
  useUnsaved,
  type JsonObject,
  type Language,
  type Schema,
  type SettingsProblem,
} from '@kushk/ui';
import { manifestQuery } from '../store/queries.js';
import { InstallationFrame } from './installation-frame.js';
import { useCallTool, type Installation } from './queries.js';
import classes from './tools-page.module.css';

const route = getRouteApi('/installations/$id/tools');
const ARGUMENTS = '/arguments';

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: Schema;
}

/** What the assistant can ask the plugin, each to try out. */
export function ToolsPage(): ReactNode {
  const { t } = useTexts();
  const { id } = route.useParams();
  return (
    <InstallationFrame id={id} title={t('installation.tools')}>
      {(installation) => <Tools installation={installation} />}
    </InstallationFrame>
  );
}

function Tools({ installation }: { installation: Installation }): ReactNode {
  const { t } = useTexts();
  const { installation_id: id } = installation;
  const found = useQuery(manifestQuery(id));
  if (found.error) return <ProblemNotice fills error={found.error} onRetry={() => found.refetch()} />;
  if (found.data === undefined)
    return (
      <Panel title={t('installation.tools')}>
        <SkeletonLine width="long" />
      </Panel>
    );
  const tools = (found.data.manifest['tools'] ?? []) as readonly Tool[];
  if (tools.length === 0)
    return (
      <EmptyState icon={<Wrench />} title={t('installation.tools.none')}>
        {t('installation.tools.none.what')}
      </EmptyState>
    );
  return (
    <>
      <p className={classes.note}>{t('installation.tools.what')}</p>
      {tools.map((tool) => (
        <TryTool key={tool.name} id={id} tool={tool} />
      ))}
    </>
  );
}

function TryTool({ id, tool }: { id: string; tool: Tool }): ReactNode {
  const { t, language } = useTexts();
  const [given, setGiven] = useState<JsonObject>({});
  const call = useCallTool(id, tool.name);
  const unsaved = useUnsaved(Object.keys(given).length > 0 && !call.isSuccess);
  const problems = useMemo(() => problemsOf(call.error, language), [call.error, language]);
  return (
    <Panel title={<Code breaks>{tool.name}</Code>}>
      <div className={classes.tool}>
        <p>
          <bdi>{tool.description}</bdi>
        </p>
        {unsaved}
        <SchemaForm schema={tool.input_schema} value={given} onChange={setGiven} problems={problems} />
        <div>
          <Button look="primary" isPending={call.isPending} onPress={() => isReadable(given) && call.mutate(given)}>
            <Play className="mirrors" aria-hidden="true" />
            {t('installation.try')}
          </Button>
        </div>
        <div role="status">
          {call.error && problems.length === 0 && <ProblemNotice error={call.error} />}
          {call.data !== undefined && (
            <>
              <b>{t('installation.answer')}</b>
              <pre className={classes.answer} dir="ltr" tabIndex={0}>
                {JSON.stringify(call.data.content, null, 2)}
              </pre>
            </>
          )}
        </div>
      </div>
    </Panel>
  );
}

interface ReportedProblem {
  readonly path: string;
  readonly message: string;
  readonly message_fa: string;
}

const NONE: readonly SettingsProblem[] = [];

/** The problems of arguments, which belong beside their fields. */
function problemsOf(error: unknown, language: Language): readonly SettingsProblem[] {
  if (!(error instanceof ProblemError)) return NONE;
  const problems = (error.document.params?.['problems'] ?? []) as readonly ReportedProblem[];
  const ofArguments = problems.filter(({ path }) => path.startsWith(ARGUMENTS));
  if (ofArguments.length === 0) return NONE;
  return ofArguments.map(({ path, message, message_fa }) => ({
    path: path.slice(ARGUMENTS.length),
    text: language === 'fa' ? message_fa : message,
  }));
}
