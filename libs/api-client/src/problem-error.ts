/** A problem document (RFC 9457), as all APIs return it. */
export interface ProblemDocument {
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly code: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly request_id: string;
}

/** The service refused a request; `document` says why, in the language of the page. */
export class ProblemError extends Error {
  constructor(
    readonly document: ProblemDocument,
    /** The address that was requested. */
    readonly url = '',
  ) {
    super(document.detail ?? document.title);
    this.name = 'ProblemError';
  }
}

interface ClientResponse<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Returns the body of a successful response. Throws `ProblemError` when the service refused the request, and a
 * `TypeError` when no response arrived.
 */
export async function resultOf<Data>(request: Promise<ClientResponse<Data>>): Promise<Data> {
  const { data, error, response } = await request;
  if (response.ok) return data as Data;
  throw new ProblemError(isProblem(error) ? error : unreadable(response), response.url);
}

function isProblem(error: unknown): error is ProblemDocument {
  return typeof error === 'object' && error !== null && 'code' in error && 'title' in error;
}

/** For a response that does not come from our service, such as one of a proxy in between. */
function unreadable({ status, statusText, headers }: Response): ProblemDocument {
  return {
    title: statusText === '' ? `HTTP ${status}` : statusText,
    status,
    code: 'client.answer_unreadable',
    request_id: headers.get('x-request-id') ?? '',
  };
}
