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
import type { Chart } from '../../../schemas/language/dashboard/dashboard.ts'
import { useRuntime } from '../../context.tsx'
import { useValue } from '../../useValue.ts'

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
  return { ink: token('--ink-2'), line: token('--line'), ground: token('--bg-raised'), series, tags }
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
  const parts = partColours(
    figures.points.map(({ tag }) => tag),
    colours,
  )
  const money = chart.series.map(({ measure }) => measure.op !== 'count' && measure.money)
  // Amounts and counts differ by powers of ten: each kind has an axis of its own.
  const axisOf = (i: number) => (money.some(Boolean) && !money[i] ? 'second' : 'y')
  const datasets = figures.series.map((_, i) => ({
    label: names[i] ?? '',
    data: figures.points.map((point) => Number(point.figures[i] ?? 0)),
    backgroundColor: isPie ? parts : (colours.series[i % colours.series.length] ?? ''),
    borderColor: isPie ? colours.ground : (colours.series[i % colours.series.length] ?? ''),
    borderWidth: isPie ? 1 : 2,
    ...(isPie ? {} : { yAxisID: axisOf(i), pointRadius: figures.points.length > 31 ? 0 : 2 }),
  }))
  const scale = { ticks: { color: colours.ink, maxTicksLimit: 8 }, grid: { color: colours.line }, border: { display: false } }
  const second = datasets.some((_, i) => axisOf(i) === 'second')
  const scales = {
    x: { ...scale, grid: { display: false } },
    y: { ...scale, beginAtZero: true },
    ...(second ? { second: { ...scale, position: 'right' as const, beginAtZero: true, grid: { display: false } } } : {}),
  }
  return {
    type: chart.as === 'table' ? 'bar' : chart.as,
    data: { labels: figures.points.map((point) => shortened(point.label)), datasets },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      interaction: { mode: 'index', intersect: isPie },
      plugins: {
        legend: {
          display: isPie || names.length > 1,
          position: isPie ? 'right' : 'bottom',
          labels: { color: colours.ink, boxWidth: 12 },
        },
      },
      ...(isPie ? {} : { scales }),
    },
  }
}

/** A label of an axis: long names of goods would leave no room for the bars. */
function shortened(label: string): string {
  return label.length > 14 ? `${label.slice(0, 13)}…` : label
}
