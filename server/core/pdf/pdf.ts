import type PDFDocument from 'pdfkit'
import type { PdfFont } from './fonts.ts'

export type Paper = InstanceType<typeof PDFDocument>

/** A PDF of one page for each item, A4 across, with the letters that it uses of the font in it. The library is loaded with the first one. */
export async function makePdf<T>(
  items: readonly T[],
  { font, title }: { font: PdfFont; title: string },
  draw: (paper: Paper, item: T) => void,
): Promise<Buffer> {
  const { default: Document } = await import('pdfkit')
  const paper = new Document({ size: 'A4', layout: 'landscape', margin: 0, autoFirstPage: false, info: { Title: title } })
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    paper.on('data', (part: Buffer) => parts.push(part))
    paper.on('end', () => resolve(Buffer.concat(parts)))
    paper.on('error', reject)
  })
  paper.registerFont('text', font.path, font.member)
  for (const item of items) {
    paper.addPage().font('text')
    draw(paper, item)
  }
  paper.end()
  return done
}
