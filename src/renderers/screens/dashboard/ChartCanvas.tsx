import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  type ChartConfiguration,
  Chart as ChartJs,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
} from 'chart.js'
import { color } from 'chart.js/helpers'
import { useEffect, useRef } from 'react'
import type { ChartFigures } from '../../../runtime/screens/dashboard.ts'
import type { Chart, Measure } from '../../../schemas/language/dashboard/dashboard.ts'
import { useRuntime } from '../../context.tsx'
import { useValue } from '../../useValue.ts'
import { axisText, figureText, measureOf } from './figures.ts'

ChartJs.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
)

export interface ChartProps {
  chart: Chart
  figures: ChartFigures
  /** Names of the series, in their order. */
  names: readonly string[]
  title: string
}

/** The drawing of a chart, in the theme's colours. The table next to it is the accessible alternative. */
export default function ChartCanvas(props: ChartProps) {
  const dark = useValue(useRuntime().stores.layout, (s) => s.isDark)
  // The other theme has other colours, which are read when the picture is drawn.
  return <Drawn key={String(dark)} {...props} />
}

function Drawn({ chart, figures, names, title }: ChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!canvas.current) return
    const drawn = new ChartJs(canvas.current, configOf(chart, figures, names, coloursOf(canvas.current)))
    return () => drawn.destroy()
  }, [chart, figures, names])
  return (
    <div className="s-chart-picture">
      <canvas ref={canvas} role="img" aria-label={title} />
    </div>
  )
}

interface Colours {
  /** That of the page, so that a chart does not stand out by its letters. */
  font: string
  ink: string
  line: string
  ground: string
  /** Distinguishable in both themes; repeated when there are more series. */
  series: readonly string[]
  tags: Readonly<Record<string, string>>
}

function coloursOf(element: HTMLElement): Colours {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  const series = Array.from({ length: 8 }, (_, i) => token(`--chart-${i + 1}`))
  const [primary = '', success = '', warning = '', danger = '', , , , info = ''] = series
  const tags = { primary, success, warning, danger, info }
  return { font: style.fontFamily, ink: token('--ink-2'), line: token('--line'), ground: token('--bg-raised'), series, tags }
}

/** The colours of the parts of a pie: those of their tags, paler each time one comes again, else those of the series. */
function partColours(tags: readonly (string | undefined)[], { tags: known, series, ground }: Colours): string[] {
  const seen = new Map<string, number>()
  return tags.map((tag, i) => {
    const own = tag === undefined ? undefined : known[tag]
    if (tag === undefined || own === undefined) return series[i % series.length] ?? ''
    const times = seen.get(tag) ?? 0
    seen.set(tag, times + 1)
    return color(own)
      .mix(color(ground), 0.55 ** times)
      .hexString()
  })
}

function configOf(chart: Chart, figures: ChartFigures, names: readonly string[], colours: Colours): ChartConfiguration {
  const isPie = chart.as === 'pie'
  const measures = figures.series.map((name) => measureOf(chart, name))
  return {
    type: chart.as === 'table' ? 'bar' : chart.as,
    data: { labels: figures.points.map((point) => shortened(point.label)), datasets: datasetsOf(chart, figures, names, colours) },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      indexAxis: isRanked(chart) ? 'y' : 'x',
      font: { family: colours.font, size: 12 },
      interaction: { mode: 'index', intersect: isPie, axis: isRanked(chart) ? 'y' : 'x' },
      plugins: {
        legend: {
          display: isPie || names.length > 1,
          position: isPie ? 'right' : 'bottom',
          labels: { color: colours.ink, boxWidth: 12 },
        },
        tooltip: {
          callbacks: {
            title: ([item]) => figures.points[item?.dataIndex ?? 0]?.label ?? '',
            label: ({ datasetIndex: i, dataIndex }) => {
              const figure = figures.points[dataIndex]?.figures[i] ?? null
              return ` ${names[i] ?? ''} ${figureText(figure, measures[i] ?? { op: 'count' })}`
            },
          },
        },
      },
      ...(isPie ? {} : { scales: scalesOf(chart, measures, names, colours) }),
    },
  }
}

/** Groups are ranked, the largest first: their bars lie, so that their names can be read. */
function isRanked({ as, group }: Chart): boolean {
  return as === 'bar' && group !== null
}

function datasetsOf(chart: Chart, figures: ChartFigures, names: readonly string[], colours: Colours) {
  const isPie = chart.as === 'pie'
  const tags = figures.points.map(({ tag }) => tag)
  const axes = axesOf(figures.series.map((name) => measureOf(chart, name)))
  const last = figures.points.length - 1
  return figures.series.map((_, i) => {
    const own = colours.series[i % colours.series.length] ?? ''
    return {
      label: names[i] ?? '',
      data: figures.points.map((point) => Number(point.figures[i] ?? 0)),
      backgroundColor: isPie ? partColours(tags, colours) : own,
      borderColor: isPie ? colours.ground : own,
      borderWidth: isPie ? 1 : chart.as === 'line' ? 2 : 0,
      ...(isPie || isRanked(chart) ? {} : { yAxisID: axes[i] ?? 'y' }),
      ...(chart.as === 'bar' ? { maxBarThickness: 20, borderRadius: 2 } : {}),
      // The last day is not over yet: a solid line would tell of a fall every morning.
      ...(chart.as === 'line'
        ? {
            pointRadius: figures.points.length > 31 ? 0 : 2,
            segment: { borderDash: ({ p1DataIndex }: { p1DataIndex: number }) => (p1DataIndex === last ? [4, 4] : undefined) },
          }
        : {}),
    }
  })
}

const isMoney = (measure: Measure) => measure.op !== 'count' && measure.money

/** The axis of each series: amounts and counts differ by powers of ten, so each kind has one of its own. */
function axesOf(measures: readonly Measure[]): string[] {
  return measures.map((measure) => (measures.some(isMoney) && !isMoney(measure) ? 'second' : 'y'))
}

function scalesOf(chart: Chart, measures: readonly Measure[], names: readonly string[], colours: Colours) {
  const font = { family: colours.font, size: 12 }
  const scale = {
    ticks: { color: colours.ink, maxTicksLimit: 8, font },
    grid: { color: colours.line },
    border: { display: false },
  }
  const axes = axesOf(measures)
  const hasSecond = axes.includes('second')
  const figures = (axis: string) => {
    const measure = measures[axes.indexOf(axis)] ?? { op: 'count' as const }
    const text = names.filter((_, i) => axes[i] === axis).join(' / ')
    return {
      ...scale,
      beginAtZero: true,
      title: { display: hasSecond, text, color: colours.ink, font },
      ticks: {
        ...scale.ticks,
        maxTicksLimit: 6,
        ...(isMoney(measure) ? {} : { precision: 0 }),
        callback: (value: number | string) => axisText(Number(value), measure),
      },
    }
  }
  const points = { ...scale, grid: { display: false } }
  if (isRanked(chart))
    return { x: figures('y'), y: { ...points, ticks: { ...points.ticks, maxTicksLimit: 20, autoSkip: false } } }
  return {
    x: { ...points, ticks: { ...points.ticks, maxRotation: 0 } },
    y: figures('y'),
    ...(hasSecond ? { second: { ...figures('second'), position: 'right' as const, grid: { display: false } } } : {}),
  }
}

/** A label of an axis: long names of goods would leave no room for the bars. */
function shortened(label: string): string {
  return label.length > 14 ? `${label.slice(0, 13)}…` : label
}
