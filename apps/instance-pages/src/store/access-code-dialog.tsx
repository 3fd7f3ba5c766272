import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { instanceApi, ProblemError, resultOf } from '@kushk/api-client';
import {
  afterWrite,
  Button,
  Dialog,
  DialogActions,
  DialogForm,
  Notice,
  ProblemNotice,
  RequestId,
  span,
  TextField,
  useTexts,
} from '@kushk/ui';

const CODE_MAX_CHARACTERS = 200;
const SERVICE_UNAVAILABLE = 503;
const SECONDS_PER_MINUTE = 60;

/** An admin enters the access code of a private plugin, which then is in the store. */
export function AccessCodeDialog(): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog
      title={t('store.code.title')}
      opener={
        <Button>
          <KeyRound aria-hidden="true" />
          {t('store.code.enter')}
        </Button>
      }
    >
      {(close) => <AccessCodeForm close={close} />}
    </Dialog>
  );
}

function AccessCodeForm({ close }: { readonly close: () => void }): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const enter = useMutation({
    mutationFn: () => resultOf(instanceApi.POST('/instance/v1/store/access', { body: { code: code.trim() } })),
    onSuccess: ({ plugin_id }) => {
      close();
      return navigate({ to: '/store/$plugin', params: { plugin: plugin_id }, ignoreBlocker: true });
    },
    onSettled: (_done, error) => afterWrite(error, queries.invalidateQueries({ queryKey: ['store'] })),
  });
  const isEmpty = code.trim() === '';
  return (
    <DialogForm
      onSubmit={() => {
        setTried(true);
        if (!isEmpty && !enter.isPending) enter.mutate();
      }}
    >
      <TextField
        label={t('store.code.label')}
        description={t('store.code.hint')}
        value={code}
        onChange={setCode}
        maxLength={CODE_MAX_CHARACTERS}
        placeholder="ka_…"
        isRequired
        isCode
        isFirst
        problems={isTried && isEmpty ? [t('store.code.empty')] : []}
      />
      {enter.isError && <CodeProblem error={enter.error} />}
      <DialogActions>
        <Button look="quiet" onPress={close}>
          {t('store.code.cancel')}
        </Button>
        <Button look="primary" type="submit" isPending={enter.isPending}>
          {t('store.code.do')}
        </Button>
      </DialogActions>
    </DialogForm>
  );
}

/** What the admin does next; problems that have nothing to do with codes as everywhere. */
function CodeProblem({ error }: { readonly error: unknown }): ReactNode {
  const { t, language } = useTexts();
  if (!(error instanceof ProblemError)) return <ProblemNotice error={error} />;
  const { code, status, params, request_id, title } = error.document;
  const notice = (heading: string, next: string): ReactNode => (
    <Notice tone="bad" title={heading}>
      <p>{next}</p>
      <RequestId id={request_id} />
    </Notice>
  );
  if (code === 'store.code_unknown') return notice(title, t('store.code.unknown.next'));
  if (code === 'store.code_attempts_exceeded') {
    const minutes = Math.ceil(Number(params?.['retry_after_seconds']) / SECONDS_PER_MINUTE);
    return notice(title, t('store.code.attempts.next', { time: span(minutes * SECONDS_PER_MINUTE, language) }));
  }
  if (status === SERVICE_UNAVAILABLE) return notice(t('store.code.no_hub'), t('store.code.no_hub.next'));
  return <ProblemNotice error={error} />;
}
