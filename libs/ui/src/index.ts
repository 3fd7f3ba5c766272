export { LanguageProvider, documentLanguage, useTexts } from './language.js';
export { Button, buttonLink, IconButton, type ButtonProps } from './controls/button.js';
export { Dialog, ModalDialog } from './controls/dialog.js';
export { DialogActions } from './controls/dialog-actions.js';
export { useDraft } from './unsaved/use-draft.js';
export { useUnsaved } from './unsaved/use-unsaved.js';
export { DialogContent, DialogForm } from './controls/dialog-form.js';
export { NumberField } from './numbers/number-field.js';
export { DecimalField } from './numbers/decimal-field.js';
export { type TypedProps } from './controls/typed-field.js';
export { UNREADABLE } from './controls/unreadable.js';
export { Select } from './controls/select.js';
export { Switch } from './controls/switch.js';
export { scopeSentence } from './scopes/scope-sentence.js';
export { CollapsingFilters } from './controls/collapsing-filters.js';
export { isSameName, NameToConfirm } from './controls/name-to-confirm.js';
export { TextField } from './controls/text-field.js';
export { ComboField, type ComboOption } from './controls/combo-field.js';
export { ListPanel } from './list/list-panel.js';
export { Lines } from './list/lines.js';
export { ListTools } from './list/list-tools.js';
export { RowTitle } from './list/row-title.js';
export { ListSearch } from './list/list-search.js';
export { MoreButton } from './list/more-button.js';
export { PagedList } from './list/paged-list.js';
export { itemsOf, pagedQuery, type ListPage, type ListResult } from './list/paged-query.js';
export { ROWS_ATTRIBUTE, useRowKeys, useStepKeys } from './list/row-keys.js';
export { FineLine, Summaries, Summary, SummaryLine } from './list/summary.js';
export { RowsSkeleton } from './list/rows-skeleton.js';
export { adjacent } from './list/adjacent.js';
export { FilterBar, FilterCount, filterLink } from './controls/filter-bar.js';
export { Badge, StateDot, type Tone } from './data/badge.js';
export { DataTable, type ColumnOf } from './data/data-table.js';
export { muNumber, muText } from './data/mu.js';
export { Code, Facts, Id, Panel } from './data/panel.js';
export { ProvenancePanel } from './data/provenance-panel.js';
export { Person, PersonName, Tile } from './data/tile.js';
export { TitleText } from './data/title-text.js';
export { DateField } from './dates/date-field.js';
export { MomentField } from './dates/moment-field.js';
export { useNow } from './dates/use-now.js';
export { TimeField } from './dates/time-field.js';
export { day, digits, moment, monthAndYear, span } from './dates/dates.js';
export { ManifestsSideBySide, ManifestSpace, ManifestView } from './editor/manifest-view.js';
export { MonthBars, type MonthFigure } from './chart/month-bars.js';
export { SchemaForm } from './form/lazy-schema-form.js';
export { inLanguage, type Json, type JsonObject, type Schema } from './form/settings-schema.js';
export { withDefaults } from '@kushk/manifest/defaults';
export { isReadable } from './form/focus-first-invalid.js';
export { MASK, type SettingsProblem } from './form/settings-values.js';
export { NavItem, NavList, navLink } from './shell/nav-list.js';
export { PagePath, Shell } from './shell/shell.js';
export { AccountMenu } from './shell/account-menu.js';
export { DisplayMenu } from './shell/display-menu.js';
export { Switcher } from './shell/switcher.js';
export { PaletteHost } from './commands/palette-host.js';
export type { CommandGroup } from './commands/command-palette.js';
export { searchForm } from './commands/match-command.js';
export { useCommands, type Command } from './commands/command-store.js';
export { rolesOf, useRoles } from './session/roles.js';
export { ClockNotice } from './session/clock-notice.js';
export { SessionProvider, useSession } from './session/session-context.js';
export { fetchSession, signInAddress, type Organisation, type Session } from './session/session.js';
export { SignedInPage } from './session/signed-in-page.js';
export { afterWrite, createQueryClient } from './query-client.js';
export { chooseStoredOrganisation, switchOrganisation } from './session/organisation.js';
export { NoRolePage } from './page/no-role-page.js';
export { NotFoundPage } from './page/not-found-page.js';
export { usePreloaded } from './page/idle.js';
export { pageFile } from './page/page-file.js';
export { PageError } from './page/page-error.js';
export { LinkRouter } from './page/link-router.js';
export { LazySection, lazyPart, useLazyPart } from './page/lazy-part.js';
export { usePageTitle } from './page/page-title.js';
export { useFocusOnNavigation } from './page/focus-on-navigation.js';
export { showToast } from './feedback/toast-store.js';
export { ProblemNotice, RequestId } from './feedback/problem-notice.js';
export { renderPages, startPages } from './start.js';
export { Columns, DecisionBar, Page, PageHead } from './layout/page.js';
export { copyText } from './feedback/copy-text.js';
export {
  CopyButton,
  EmptyState,
  Failure,
  KeyHint,
  Notice,
  SkeletonLine,
  Updating,
  type Retry,
} from './feedback/feedback.js';
export { Checkbox } from './controls/checkbox.js';
export { RadioCards } from './controls/radio-cards.js';
export { SearchField } from './controls/search-field.js';
export { FieldChanges, type FieldChange } from './data/field-changes.js';
export { useKeys, type KeyActions, type KeyTitles } from './keys.js';
export type { CompiledTexts, Language, TextKey, Texts } from './texts/texts.js';
export { useChanges } from './changes/use-changes.js';
