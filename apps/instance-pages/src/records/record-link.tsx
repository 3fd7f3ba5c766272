import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TitleText } from '@kushk/ui';

/** A link to the page of a record, or of what an entry of the audit is about. Events are shown in their month. */
export function RecordLink({ type, id, title }: { type: string; id: string; title: string }): ReactNode {
  const text = <TitleText>{title}</TitleText>;
  switch (type) {
    case 'case':
      return (
        <Link to="/cases/$id" params={{ id }}>
          {text}
        </Link>
      );
    case 'document':
      return (
        <Link to="/documents/$id" params={{ id }}>
          {text}
        </Link>
      );
    case 'session':
      return (
        <Link to="/sessions/$id" params={{ id }}>
          {text}
        </Link>
      );
    case 'calendar_event':
      return (
        <Link to="/calendar" search={{ event: id }}>
          {text}
        </Link>
      );
    case 'proposal':
    case 'source':
      return (
        <Link to="/inbox/{-$id}" params={{ id }}>
          {text}
        </Link>
      );
    case 'installation':
      return (
        <Link to="/installations/$id" params={{ id }}>
          {text}
        </Link>
      );
    case 'wallet':
      return (
        <Link to="/installations/$id/wallet" params={{ id }}>
          {text}
        </Link>
      );
    case 'rule':
      return <Link to="/rules">{text}</Link>;
    case 'memory':
      return <Link to="/memory">{text}</Link>;
    case 'person':
      return <Link to="/people">{text}</Link>;
    default:
      return text;
  }
}
