/** Bodies of the routes for the platform's own records. The workspace checks what they refer to. */
import { Allow, ArrayMaxSize, IsArray, IsIn, IsInt, IsOptional, IsString, Min } from 'class-validator';
import { CodePoints, Documented, UniqueItems } from '@kushk/edge';
import { formatOf } from '../openapi/formats.js';

const ID_MAX = 64;
const TITLE_MAX = 500;
const CONTENT_TYPE_MAX = 150;
const TEXT_MAX = 200_000;
const MESSAGE_MAX = 20_000;
const TIME_MAX = 40;
const PEOPLE_MAX = 1_000;

export class CaseBody {
  @IsString() @CodePoints(1, TITLE_MAX) readonly title: string;
  @IsOptional() @IsString() @CodePoints(0, MESSAGE_MAX) readonly description?: string | null;
  /** A decimal as a string, or a number of at most 15 digits. The workspace validates it. */
  @Allow() @Documented(formatOf.amount) readonly amount?: string | number | null;
  @IsOptional() @IsString() @CodePoints(1, 40) @Documented(formatOf.date) readonly due_on?: string | null;
  @IsOptional() @IsString() @CodePoints(1, ID_MAX) readonly assignee_id?: string | null;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(PEOPLE_MAX)
  @UniqueItems()
  @IsString({ each: true })
  readonly member_ids?: readonly string[] | null;
}
export class CaseChangesBody {
  @IsOptional() @IsString() @CodePoints(1, TITLE_MAX) readonly title?: string | null;
  @IsOptional() @IsIn(['open', 'closed']) readonly status?: 'open' | 'closed' | null;
  @IsOptional() @IsString() @CodePoints(0, MESSAGE_MAX) readonly description?: string | null;
  /** A decimal as a string, or a number of at most 15 digits. The workspace validates it. */
  @Allow() @Documented(formatOf.amount) readonly amount?: string | number | null;
  @IsOptional() @IsString() @CodePoints(1, 40) @Documented(formatOf.date) readonly due_on?: string | null;
  @IsOptional() @IsString() @CodePoints(1, ID_MAX) readonly assignee_id?: string | null;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(PEOPLE_MAX)
  @UniqueItems()
  @IsString({ each: true })
  readonly member_ids?: readonly string[] | null;
  /** The revision that the client edited. `If-Match` takes precedence. */
  @IsOptional() @IsInt() @Min(0) readonly revision?: number | null;
}

export class DocumentBody {
  @IsString() @CodePoints(1, TITLE_MAX) readonly title: string;
  /** The media type of the text, `text/plain` by default. */
  @IsOptional() @IsString() @CodePoints(1, CONTENT_TYPE_MAX) readonly content_type?: string;
  @IsOptional() @IsString() @CodePoints(0, TEXT_MAX) readonly text?: string;
  @IsOptional() @IsString() @CodePoints(1, ID_MAX) readonly case_id?: string | null;
  /** The people who see the document, beside the admins; null means the whole organisation. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(PEOPLE_MAX)
  @UniqueItems()
  @IsString({ each: true })
  readonly member_ids?: readonly string[] | null;
}
export class DocumentChangesBody {
  @IsOptional() @IsString() @CodePoints(1, TITLE_MAX) readonly title?: string;
  @IsOptional() @IsString() @CodePoints(1, CONTENT_TYPE_MAX) readonly content_type?: string;
  @IsOptional() @IsString() @CodePoints(0, TEXT_MAX) readonly text?: string;
  @IsOptional() @IsString() @CodePoints(1, ID_MAX) readonly case_id?: string | null;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(PEOPLE_MAX)
  @UniqueItems()
  @IsString({ each: true })
  readonly member_ids?: readonly string[] | null;
  /** The revision that the client edited. `If-Match` takes precedence. */
  @IsOptional() @IsInt() @Min(0) readonly revision?: number | null;
}

export class CalendarEventBody {
  @IsString() @CodePoints(1, TITLE_MAX) readonly title: string;
  /** A time with its offset from UTC (RFC 3339). */
  @IsString() @CodePoints(1, TIME_MAX) @Documented(formatOf.time) readonly starts_at: string;
  /** A time with its offset from UTC (RFC 3339), not before `starts_at`. */
  @IsString() @CodePoints(1, TIME_MAX) @Documented(formatOf.time) readonly ends_at: string;
  /** The people who see the event, beside the admins; null means the whole organisation. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(PEOPLE_MAX)
  @UniqueItems()
  @IsString({ each: true })
  readonly attendee_ids?: readonly string[] | null;
  @IsOptional() @IsString() @CodePoints(1, ID_MAX) readonly case_id?: string | null;
}
export class CalendarEventChangesBody {
  @IsOptional() @IsString() @CodePoints(1, TITLE_MAX) readonly title?: string;
  @IsOptional() @IsString() @CodePoints(1, TIME_MAX) @Documented(formatOf.time) readonly starts_at?: string;
  @IsOptional() @IsString() @CodePoints(1, TIME_MAX) @Documented(formatOf.time) readonly ends_at?: string;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(PEOPLE_MAX)
  @UniqueItems()
  @IsString({ each: true })
  readonly attendee_ids?: readonly string[] | null;
  @IsOptional() @IsString() @CodePoints(1, ID_MAX) readonly case_id?: string | null;
  /** The revision that the client edited. `If-Match` takes precedence. */
  @IsOptional() @IsInt() @Min(0) readonly revision?: number | null;
}

export class SessionBody {
  @IsString() @CodePoints(1, TITLE_MAX) readonly title: string;
  /** A time with its offset from UTC (RFC 3339); now by default. */
  @IsOptional() @IsString() @CodePoints(1, TIME_MAX) @Documented(formatOf.time) readonly started_at?: string;
  /** The only people who see the session; null means the whole organisation. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(PEOPLE_MAX)
  @UniqueItems()
  @IsString({ each: true })
  readonly participant_ids?: readonly string[] | null;
}
export class SessionChangesBody {
  @IsOptional() @IsString() @CodePoints(1, TITLE_MAX) readonly title?: string;
  @IsOptional() @IsString() @CodePoints(1, TIME_MAX) @Documented(formatOf.time) readonly started_at?: string;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(PEOPLE_MAX)
  @UniqueItems()
  @IsString({ each: true })
  readonly participant_ids?: readonly string[] | null;
  /** The revision that the client edited. `If-Match` takes precedence. */
  @IsOptional() @IsInt() @Min(0) readonly revision?: number | null;
}
export class MessageBody {
  @IsString() @CodePoints(1, MESSAGE_MAX) readonly text: string;
}

export class MemoryBody {
  @IsString() @CodePoints(1, MESSAGE_MAX) readonly text: string;
}
export class MemoryChangesBody {
  @IsString() @CodePoints(1, MESSAGE_MAX) readonly text: string;
  /** The revision that the client edited. `If-Match` takes precedence. */
  @IsOptional() @IsInt() @Min(0) readonly revision?: number | null;
}
