import type { ReactNode } from 'react';
import { Cell, Column, Row, Table, TableBody, TableHeader, type RowProps } from 'react-aria-components';
import classes from './data-table.module.css';

export interface ColumnOf<Item> {
  readonly key: string;
  readonly title: string;
  readonly cell: (item: Item) => ReactNode;
  readonly isRowHeader?: boolean;
  /** Hidden on narrow screens, where the cell of the row header shows the value in small type. */
  readonly wideOnly?: boolean;
  readonly atEnd?: boolean;
}

interface DataTableProps<Item> {
  readonly label: string;
  readonly columns: readonly ColumnOf<Item>[];
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly linkOf?: (item: Item) => NonNullable<RowProps<Item>['href']>;
  readonly empty: ReactNode;
}

const classOf = <Item,>({ wideOnly = false, atEnd = false }: ColumnOf<Item>): string =>
  `${wideOnly ? classes.wideOnly : ''} ${atEnd ? classes.atEnd : ''}`;

/** A page of a list that the server has cut: rows are links, arrows move between them. */
export function DataTable<Item>({ label, columns, items, keyOf, linkOf, empty }: DataTableProps<Item>): ReactNode {
  return (
    <Table aria-label={label} className={classes.table!}>
      <TableHeader>
        {columns.map((column) => (
          <Column
            key={column.key}
            id={column.key}
            isRowHeader={column.isRowHeader ?? false}
            className={classOf(column)}
          >
            {column.title}
          </Column>
        ))}
      </TableHeader>
      <TableBody renderEmptyState={() => <div className={classes.empty}>{empty}</div>}>
        {items.map((item) => (
          <Row key={keyOf(item)} id={keyOf(item)} className={classes.row!} {...(linkOf && { href: linkOf(item) })}>
            {columns.map((column) => (
              <Cell key={column.key} className={classOf(column)}>
                {column.cell(item)}
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
