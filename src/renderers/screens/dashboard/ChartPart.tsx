import { useMemo, useState } from 'react'
import type { LoadedPage } from '../../../runtime/page.ts'
import type { ChartFigures } from '../../../runtime/screens/dashboard.ts'
import type { Chart } from '../../../schemas/language/dashboard/dashboard.ts'
import { lazyComponent } from '../../lazyComponent.tsx'
import { scrolledByKeys } from '../../scrolled.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { DetailLink } from '../crud/detail/DetailLink.tsx'
import { figureText, measureOf } from './figures.ts'

const ChartCanvas = lazyComponent(() => import('./ChartCanvas.tsx').then((module) => module.default))

interface ChartPartProps {
  chart: Chart
  figures: ChartFigures
  loaded: LoadedPage
}

/** A chart; a table shows the same figures to people who prefer it or cannot see the chart. */
export function ChartPart({ chart, figures, loaded }: ChartPartProps) {
  const { t, find } = loaded
  const [asTable, setAsTable] = useState(false)
  const title = t(`dashboard.charts.${chart.name}.title`)
  const names = useMemo(
    () =>
      figures.series.map((name) =>
        name ? t(`dashboard.charts.${chart.name}.series.${name}`) : (find(`dashboard.charts.${chart.name}.figure`) ?? title),
      ),
    [figures, t, find, chart, title],
  )
  const isEmpty = figures.points.every((point) => point.figures.every((figure) => Number(figure ?? 0) === 0))
  return (
    <figure className="s-chart" aria-label={title}>
      <figcaption>
        <h3>{title}</h3>
        {chart.as !== 'table' && (
          <IconButton
            icon={asTable ? 'chart-line' : 'table'}
            label={t(asTable ? 'ui.board.asChart' : 'ui.board.asTable')}
            onClick={() => setAsTable(!asTable)}
          />
        )}
      </figcaption>
      {isEmpty ? (
        <p className="s-board-none">{t('ui.board.nothing')}</p>
      ) : asTable || chart.as === 'table' ? (
        <FigureTable chart={chart} figures={figures} names={names} loaded={loaded} />
      ) : (
        <ChartCanvas chart={chart} figures={figures} names={names} title={title} wait={<Skeleton height={220} />} />
      )}
    </figure>
  )
}

function FigureTable({ chart, figures, names, loaded }: ChartPartProps & { names: readonly string[] }) {
  return (
    <section className="s-chart-table" {...scrolledByKeys} aria-label={loaded.t(`dashboard.charts.${chart.name}.title`)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{groupWord(chart, loaded)}</th>
            {names.map((name) => (
              <th key={name} scope="col" className="s-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.points.map((point) => (
            <tr key={`${point.value}`}>
              <th scope="row">
                {chart.link && point.label ? (
                  <DetailLink page={chart.link.page} query={{ [`${chart.link.filter}.eq`]: String(point.value) }}>
                    {point.label}
                  </DetailLink>
                ) : (
                  point.label || '–'
                )}
              </th>
              {point.figures.map((figure, i) => (
                <td key={names[i]} className="s-right">
                  {figureText(figure, measureOf(chart, figures.series[i]))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What the points of a chart are. */
function groupWord({ name, group }: Chart, { t, find }: LoadedPage): string {
  if (group === null) return t('ui.board.day')
  return find(`dashboard.charts.${name}.group`) ?? t('ui.board.group')
}
