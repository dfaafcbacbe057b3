import type { ReactNode } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import type {
  ActionsSection,
  DetailSection,
  DifferenceSection,
  FieldsSection,
  LinksSection,
  RowsSection,
  SectionOf,
  SumSection,
} from '../../../../schemas/language/detail/section.ts'
import { isNothing, saysSomething, valueAt } from '../../../cells/value.ts'
import { wordsAt } from '../../../cells/words.ts'
import { lazyComponent } from '../../../lazyComponent.tsx'
import { numbered } from '../../../numbered.ts'
import { cx } from '../../../ui/control.ts'
import type { Run } from '../useRun.ts'
import { CopyFacts } from './CopyFacts.tsx'
import type { LinkedRow } from './DetailMore.tsx'
import { sectionsOf } from './defaultSections.ts'
import { labelAt } from './detailColumns.ts'
import { Facts, filledIn } from './Facts.tsx'
import { More, RowsTable, rowsOf } from './RelatedRows.tsx'
import { Sum } from './Sum.tsx'
import type { RecordProps } from './shown.tsx'
import { Timeline } from './Timeline.tsx'

interface DetailProps extends RecordProps {
  /** Names of the sections that are shown; all when absent. */
  only?: readonly string[]
  /** Does what a section offers; without it nothing is offered. */
  run?: Run
}

/**
 * The parts of the read-only view in the page's order, or those of them that are named; a page without facts shows first what its list and form
 * know. Sections for the side are beside the others where there is room.
 */
export function DetailSections({ only, ...props }: DetailProps) {
  const all = sectionsOf(props.crud.page, (name) => labelAt(props.crud, name))
  const sections = all.filter(
    (section) => (only?.includes(section.name) ?? true) && kinds[section.as].isShown({ ...props, run: props.run, section }),
  )
  const below = !only && isDiscussed(props) && !sections.some(isTimeline) ? <CommentsSection {...props} /> : null
  const [main, side] = [sections.filter((section) => !section.side), sections.filter((section) => section.side)]
  if (only || side.length === 0)
    return (
      <div className="s-detail">
        {drawn(sections, props)}
        {below}
      </div>
    )
  return (
    <div className={cx('s-detail', 'has-side')}>
      <div className="s-detail-main">
        {drawn(main, props)}
        {below}
      </div>
      <div className="s-detail-side">{drawn(side, props)}</div>
    </div>
  )
}

/** Are there comments here? Not where nothing is done with the record, as in a row of the list. */
function isDiscussed({ crud, run }: { crud: Crud; run?: Run | undefined }): boolean {
  return run !== undefined && crud.page.comments && crud.savesViews
}

const isTimeline = ({ as }: DetailSection) => as === 'timeline'

/** Comments on a record of which no timeline is shown. */
function CommentsSection(props: RecordProps) {
  const { t } = props.crud.loaded
  return (
    <section className="s-detail-section" aria-label={t('ui.detail.comments')}>
      <h3>{t('ui.detail.comments')}</h3>
      <Commented crud={props.crud} env={props.env} row={props.row} />
    </section>
  )
}

function drawn(sections: readonly DetailSection[], { run, ...props }: Omit<DetailProps, 'only'>): ReactNode {
  const { t } = props.crud.loaded
  return numbered(sections).map(({ item: section, at }) => (
    <section
      key={section.name || at}
      className="s-detail-section"
      aria-label={section.name ? t(`detail.${section.name}`) : undefined}
    >
      {section.name && (
        <h3>
          {t(`detail.${section.name}`)}
          {kinds[section.as].besideHeading?.({ ...props, section, run })}
        </h3>
      )}
      {kinds[section.as].draw({ ...props, section, run })}
    </section>
  ))
}

const Commented = lazyComponent(() => import('./comments/CommentedTimeline.tsx').then((module) => module.default))
const Difference = lazyComponent(() => import('./DetailMore.tsx').then((module) => module.Difference))
const Links = lazyComponent(() => import('./DetailMore.tsx').then((module) => module.Links))
const Steps = lazyComponent(() => import('./DetailMore.tsx').then((module) => module.Steps))

/** The two texts of a section that compares them. */
function differenceOf({ loaded }: Crud, row: Row, { fields: [before, after] }: DifferenceSection) {
  const label = (name: string) => loaded.find(`${wordsAt(name)}.label`) ?? name
  const t = (key: string) => loaded.t(`ui.difference.${key}`)
  return {
    before: String(valueAt(row, before) ?? ''),
    after: String(valueAt(row, after) ?? ''),
    labels: [label(before), label(after)] as const,
    words: { removed: t('removed'), added: t('added'), same: t('same') },
  }
}

function linksOf(row: Row, { fields: [name] }: LinksSection): LinkedRow[] {
  const list = valueAt(row, name)
  return Array.isArray(list) ? list : []
}

interface PartProps<Section extends DetailSection = DetailSection> extends RecordProps {
  section: Section
  run: Run | undefined
}

/** How one kind of section is drawn. */
interface DrawnSection<Section extends DetailSection = DetailSection> {
  /** Parts without anything in them are left out. */
  isShown(props: PartProps<Section>): boolean
  draw(props: PartProps<Section>): ReactNode
  besideHeading?(props: PartProps<Section>): ReactNode
}

const rows = {
  isShown: ({ row, section }: PartProps<RowsSection>) => rowsOf(row, section.relation).length > 0,
  besideHeading: (props: PartProps<RowsSection>) => <More {...props} />,
}

const kinds: Readonly<Record<DetailSection['as'], DrawnSection>> = {
  fields: {
    isShown: ({ row, section }) => section.fields.some((name) => !isNothing(valueAt(row, name))),
    draw: (props: PartProps<FieldsSection>) => <Facts {...props} />,
    besideHeading({ crud, env, row, section }: PartProps<FieldsSection>) {
      if (!section.copy) return null
      const of = crud.loaded.t(`detail.${section.name}`)
      return <CopyFacts crud={crud} env={env} row={row} names={filledIn({ crud, env, row }, section)} of={of} />
    },
  },
  table: { ...rows, draw: (props: PartProps<RowsSection>) => <RowsTable {...props} /> },
  timeline: {
    ...rows,
    // Nothing may have happened yet, and a remark can be written all the same.
    isShown: (props: PartProps<RowsSection>) =>
      rows.isShown(props) || isDiscussed(props) || (props.run !== undefined && props.section.compose !== undefined),
    draw: ({ run, ...props }: PartProps<RowsSection>) =>
      isDiscussed({ ...props, run }) ? (
        <Commented {...props} wait={<Timeline {...props} run={undefined} />} />
      ) : (
        <Timeline {...props} run={run} />
      ),
  },
  sum: {
    isShown: ({ row, section }: PartProps<SumSection>) =>
      [section.total, ...section.lines.map(({ field }) => field)].some((name) => saysSomething(valueAt(row, name))),
    draw: (props: PartProps<SumSection>) => <Sum {...props} />,
  },
  difference: {
    isShown: ({ row, section }) => section.fields.some((name) => !isNothing(valueAt(row, name))),
    draw: ({ crud, row, section }: PartProps<DifferenceSection>) => <Difference {...differenceOf(crud, row, section)} />,
  },
  links: {
    isShown: ({ row, section }: PartProps<LinksSection>) => linksOf(row, section).length > 0,
    draw: ({ row, section }: PartProps<LinksSection>) => <Links rows={linksOf(row, section)} />,
  },
  actions: {
    isShown: ({ run }) => run !== undefined,
    draw: ({ crud, row, section, run }: PartProps<ActionsSection>) => (
      <Steps crud={crud} row={row} names={section.actions} run={run} />
    ),
  },
} satisfies { [As in DetailSection['as']]: DrawnSection<SectionOf<As>> }
