import { requestProblem, SOURCE_CONTENT_TYPES, type Problem, type SourceContentType } from '@kushk/contracts';
import { problemAt, problemTexts } from '@kushk/edge';

const PATH = '/content_type';
const UTF_8 = /^charset=("?)utf-8\1$/i;

/**
 * Returns the media type without parameters. Its case does not matter (RFC 9110, section 8.3.1), and a text may state
 * that it is UTF-8. Returns the problem of any other value.
 */
export function readContentType(value: unknown): SourceContentType | Problem {
  const [type, ...parameters] = typeof value === 'string' ? value.split(/[ \t]*;[ \t]*/) : [];
  const contentType = SOURCE_CONTENT_TYPES.find((known) => known === type?.toLowerCase());
  if (contentType === undefined) return problemAt(PATH, problemTexts.oneOf(SOURCE_CONTENT_TYPES));
  const isText = contentType.startsWith('text/');
  // A semicolon may stand without a parameter.
  if (parameters.every((parameter) => parameter === '' || (isText && UTF_8.test(parameter)))) return contentType;
  const [also, alsoPersian] = isText
    ? [
        'alone or with charset=utf-8; HTML states another encoding itself',
        'تنها یا با charset=utf-8 بفرستید؛ HTML رمزگذاری دیگر را خودش اعلام می‌کند',
      ]
    : ['alone', 'تنها بفرستید'];
  return requestProblem('format', PATH, {
    message: 'has a parameter that is not accepted',
    message_fa: 'پارامتری دارد که پذیرفته نیست',
    hint: `Send ${contentType} ${also}`,
    hint_fa: `${contentType} را ${alsoPersian}`,
  });
}
