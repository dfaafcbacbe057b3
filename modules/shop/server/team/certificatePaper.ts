import type { Paper } from '../../../../server/core/pdf/pdf.ts'

/** What a certificate says, in the words of its reader. */
export interface Certificate {
  heading: string
  competition: string
  /** "This is to certify that". */
  certifies: string
  name: string
  /** Number and team. */
  about: string
  /** "has achieved". */
  achieved: string
  /** The result with its labels, the most important last. */
  facts: readonly { label: string; value: string }[]
  number: string
  date: string
}

const gold = '#b08d3c'
const deep = '#1f3a5f'
const ink = '#1f2937'
const quiet = '#6b7280'
const [width, height] = [841.89, 595.28]

/** One certificate on the page: a frame, a medal, whom it is for, and the result. */
export function drawCertificate(paper: Paper, certificate: Certificate): void {
  drawGround(paper)
  drawMedal(paper, width / 2, 92)
  line(paper, certificate.heading, { y: 138, size: 40, color: deep, spacing: isHan(certificate.heading) ? 12 : 1, isBold: true })
  line(paper, certificate.competition, { y: 200, size: 19, color: gold })
  line(paper, certificate.certifies, { y: 244, size: 13, color: quiet })
  line(paper, certificate.name, { y: 268, size: 34, color: ink, isBold: true })
  paper
    .moveTo(width / 2 - 150, 322)
    .lineTo(width / 2 + 150, 322)
    .lineWidth(1)
    .stroke(gold)
  line(paper, certificate.about, { y: 330, size: 12, color: quiet })
  line(paper, certificate.achieved, { y: 362, size: 13, color: quiet })
  drawFacts(paper, certificate.facts)
  paper.fontSize(10).fillColor(quiet)
  paper.text(certificate.number, 70, height - 72, { lineBreak: false })
  paper.text(certificate.date, width - 270, height - 72, { width: 200, align: 'right', lineBreak: false })
}

/** Only Chinese characters are set apart: it would tear words of letters. */
const isHan = (text: string) => /\p{Script=Han}/u.test(text)

interface Line {
  y: number
  size: number
  color: string
  spacing?: number
  isBold?: boolean
}

/** A centred line, smaller where it would not fit. The font has one weight: bold letters have an outline. */
function line(paper: Paper, text: string, { y, size, color, spacing = 0, isBold = false }: Line): void {
  const room = width - 180
  const wide = paper.fontSize(size).widthOfString(text, { characterSpacing: spacing })
  const fits = wide > room ? (size * room) / wide : size
  paper.fontSize(fits).fillColor(color).strokeColor(color).lineWidth(0.9)
  paper.text(text, 90, y + (size - fits) / 2, {
    width: room,
    align: 'center',
    lineBreak: false,
    characterSpacing: fits === size ? spacing : 0,
    fill: true,
    stroke: isBold,
  })
}

function drawFacts(paper: Paper, facts: Certificate['facts']): void {
  const box = Math.min(150, (width - 180) / facts.length)
  const left = (width - box * facts.length) / 2
  for (const [i, { label, value }] of facts.entries()) {
    const x = left + i * box
    if (i > 0) paper.moveTo(x, 396).lineTo(x, 446).lineWidth(0.6).stroke('#d9c89a')
    paper.fontSize(10).fillColor(quiet).text(label, x, 396, { width: box, align: 'center', lineBreak: false })
    const size = Math.min(20, (20 * (box - 14)) / Math.max(1, paper.fontSize(20).widthOfString(value)))
    paper.fontSize(size).fillColor(deep)
    paper.text(value, x, 418 + (20 - size) / 2, { width: box, align: 'center', lineBreak: false })
  }
}

function drawGround(paper: Paper): void {
  const ground = paper.linearGradient(0, 0, width, height)
  ground.stop(0, '#fffdf6').stop(1, '#f6efdc')
  paper.rect(0, 0, width, height).fill(ground)
  for (let i = 0; i < 14; i++) {
    paper.lineWidth(0.5).strokeOpacity(0.22)
    paper.circle(0, height, 60 + i * 14).stroke(gold)
    paper.circle(width, height, 60 + i * 14).stroke(gold)
  }
  paper.strokeOpacity(1)
  paper
    .rect(26, 26, width - 52, height - 52)
    .lineWidth(2.5)
    .stroke(gold)
  paper
    .rect(34, 34, width - 68, height - 68)
    .lineWidth(0.8)
    .stroke(gold)
  for (const [x, y] of [
    [34, 34],
    [width - 34, 34],
    [34, height - 34],
    [width - 34, height - 34],
  ] as const)
    paper.circle(x, y, 7).fillAndStroke('#fffdf6', gold)
}

function drawMedal(paper: Paper, x: number, y: number): void {
  paper.polygon([x - 26, 40], [x - 8, 40], [x + 6, y - 8], [x - 10, y - 4]).fill('#2b5a92')
  paper.polygon([x + 26, 40], [x + 8, 40], [x - 6, y - 8], [x + 10, y - 4]).fill('#c0433a')
  const shine = paper.radialGradient(x - 8, y - 8, 2, x, y, 30)
  shine.stop(0, '#fff1bd').stop(0.6, '#e3b64e').stop(1, '#b98626')
  paper.circle(x, y, 28).fill(shine)
  paper.circle(x, y, 22).lineWidth(1.4).stroke('#a87a24')
  const corners = Array.from({ length: 10 }, (_, i): [number, number] => {
    const [angle, reach] = [(i * Math.PI) / 5 - Math.PI / 2, i % 2 ? 6 : 14]
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)]
  })
  paper.polygon(...corners).fill('#a87a24')
}
