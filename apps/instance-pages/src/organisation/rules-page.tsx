import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Workflow } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import {
  Button,
  DialogActions,
  DialogForm,
  EmptyState,
  ModalDialog,
  moment,
  Notice,
  Page,
  PageHead,
  PagePath,
  Panel,
  ProblemNotice,
  RowList,
  RowsSkeleton,
  RowTitle,
  Select,
  showToast,
  useTexts,
} from '@kushk/ui';
import { useFieldTexts } from '../records/field-texts.js';
import { AdminsOnly } from './admins-only.js';
import { useMe } from './me.js';
import { ConfirmRemoval } from './confirm-removal.js';
import { usePersonName } from './people.js';
import { distinctNames } from './plugin-names.js';
import { usePluginName, usePlugins } from './plugins.js';
import { rulesQuery, type Rule } from './rule-queries.js';

/** The rules that apply proposals of plugins at once, for admins. */
export function RulesPage(): ReactNode {
  const { t } = useTexts();
  const { isAdmin } = useMe();
  const rules = useQuery({ ...rulesQuery(), enabled: isAdmin });
  const [isOpen, setOpen] = useState(false);
  const types = rules.data?.record_types ?? [];
  const make = (
    <Button look="primary" onPress={() => setOpen(true)}>
      <Plus aria-hidden="true" />
      {t('organisation.rule.make')}
    </Button>
  );
  return (
    <Page>
      <PagePath steps={[t('organisation.rules')]} />
      <PageHead
        title={t('organisation.rules')}
        note={t('organisation.rules.note')}
        {...(types.length > 0 && { actions: make })}
      />
      <Panel title={t('organisation.rules')} flush>
        {!isAdmin && <AdminsOnly />}
        {isAdmin && rules.data === undefined && rules.error === null && <RowsSkeleton />}
        {rules.error !== null && <ProblemNotice error={rules.error} onRetry={() => rules.refetch()} fills />}
        {rules.data !== undefined && <RuleList rules={rules.data.items} />}
      </Panel>
      {rules.data !== undefined && types.length === 0 && (
        <Notice tone="neutral" title={t('organisation.rules.impossible')} />
      )}
      <ModalDialog title={t('organisation.rule.make')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <MakeRule types={types} onClose={() => setOpen(false)} />
      </ModalDialog>
    </Page>
  );
}

function RuleList({ rules }: { rules: readonly Rule[] }): ReactNode {
  const { t, language } = useTexts();
  const pluginName = usePluginName();
  const personName = usePersonName();
  const { type } = useFieldTexts();
  if (rules.length === 0)
    return (
      <EmptyState icon={<Workflow />} title={t('organisation.rules.empty')}>
        {t('organisation.rules.empty.why')}
      </EmptyState>
    );
  return (
    <RowList>
      {rules.map((rule) => {
        const by = personName(rule.created_by) ?? rule.created_by;
        return (
          <li key={rule.id}>
            <RowTitle
              title={
                rule.plugin_id === null
                  ? t('organisation.rule.every', { type: type(rule.record_type) })
                  : t('organisation.rule.one', { type: type(rule.record_type), name: pluginName(rule.plugin_id) })
              }
            >
              <small>{t(`organisation.rule.applies.${appliedBy(rule.actions)}`)}</small>
              <small>{t('organisation.rule.ends', { by, at: moment(new Date(rule.created_at), language) })}</small>
            </RowTitle>
            <RevokeRule rule={rule} />
          </li>
        );
      })}
    </RowList>
  );
}

/** What a rule applies, as the choices of the form name it. */
const APPLIED = ['create', 'update', 'both'] as const;
type Applied = (typeof APPLIED)[number];
const appliedBy = (actions: Rule['actions']): Applied => (actions.length > 1 ? 'both' : actions[0]!);

function RevokeRule({ rule: { id } }: { rule: Rule }): ReactNode {
  const { t } = useTexts();
  return (
    <ConfirmRemoval
      label={t('organisation.rule.revoke')}
      title={t('organisation.rule.revoke.title')}
      remove={() => resultOf(instanceApi.DELETE('/instance/v1/rules/{id}', { params: { path: { id } } }))}
      list="rules"
    >
      {t('organisation.rule.revoke.what')}
    </ConfirmRemoval>
  );
}

const EVERY = '*';

function MakeRule({ types, onClose }: { types: readonly string[]; onClose: () => void }): ReactNode {
  const { t, language } = useTexts();
  const { type } = useFieldTexts();
  const plugins = usePlugins();
  const queries = useQueryClient();
  const [plugin, setPlugin] = useState(EVERY);
  const [recordType, setType] = useState(types[0] ?? '');
  const [applied, setApplied] = useState<Applied>('create');
  const make = useMutation({
    mutationFn: () => {
      const actions: Rule['actions'] = applied === 'both' ? ['create', 'update'] : [applied];
      const body = { record_type: recordType, plugin_id: plugin === EVERY ? null : plugin, actions };
      return resultOf(instanceApi.POST('/instance/v1/rules', { body }));
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['rules'] });
      onClose();
      showToast({ tone: 'good', message: t('organisation.rule.made') });
    },
  });
  return (
    <DialogForm onSubmit={() => make.mutate()}>
      <p>{t('organisation.rule.make.what')}</p>
      <Select
        label={t('organisation.rule.plugin')}
        value={plugin}
        onChange={setPlugin}
        options={[
          { value: EVERY, label: t('organisation.rule.every_plugin') },
          ...[...distinctNames(plugins, language)].map(([value, label]) => ({ value, label })),
        ]}
      />
      <Select
        label={t('organisation.rule.type')}
        description={t('organisation.rule.type.what')}
        value={recordType}
        onChange={setType}
        options={types.map((one) => ({ value: one, label: type(one) }))}
      />
      <Select
        label={t('organisation.rule.applies')}
        value={applied}
        onChange={(value) => setApplied(value as Applied)}
        options={APPLIED.map((one) => ({ value: one, label: t(`organisation.rule.applies.${one}`) }))}
      />
      {make.error !== null && <ProblemNotice error={make.error} title={t('organisation.rule.not_made')} />}
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          {t('records.cancel')}
        </Button>
        <Button type="submit" look="primary" isPending={make.isPending}>
          {t('organisation.rule.make')}
        </Button>
      </DialogActions>
    </DialogForm>
  );
}
