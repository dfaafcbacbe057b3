import { useMemo, useRef, useState } from 'react'
import { specEditor } from '../plugins/spec-editor/index.tsx'
import '../renderers/form/form.css'
import { PluginFieldsContext, UploadsContext } from '../renderers/context.tsx'
import type { RecordFormHandle } from '../renderers/form/formChecks.ts'
import { RecordForm } from '../renderers/form/RecordForm.tsx'
import { Button } from '../renderers/ui/Button.tsx'
import { ConfirmHost } from '../renderers/ui/overlays/ConfirmDialog.tsx'
import { TooltipLayer } from '../renderers/ui/overlays/Tooltip.tsx'
import { type Translate, UiWordsProvider } from '../renderers/ui/words.tsx'
import { createForm } from '../runtime/form/form.ts'
import { specEditor as kind } from '../schemas/kinds/specEditor.ts'
import type { Page } from '../schemas/language/page.ts'
import { parsePage } from '../schemas/language/parsePage.ts'
import { faceWith, type GalleryWords } from './faces.ts'
import './gallery.css'
import { manySkus } from './specs.ts'
import { galleryUploads } from './uploads.ts'

/** The part of a product's page that its specs are about. */
const json = {
  version: 1,
  kind: 'crud',
  entity: { table: 'goods', relations: { template: { table: 'template', key: 'template_id' } } },
  fields: {
    name: { kind: 'string', required: true },
    spec_type: { kind: 'radio', default: 'single', options: [{ value: 'single' }, { value: 'multi' }] },
    template_id: { kind: 'remoteSelect', table: 'template', show: 'name' },
    spec: { kind: 'specEditor', required: true, type: 'spec_type', template: 'template', max: 1000 },
  },
  form: { fields: ['name', 'spec_type', 'template_id', 'spec'], lookup: { template: { fields: ['specs'] } } },
}

/** Specs of every template of the gallery, as the server tells them. */
const specs = [
  { name: 'Colour', values: [{ value: 'Red' }, { value: 'Blue' }] },
  { name: 'Size', values: [{ value: 'S' }, { value: 'M' }, { value: 'L' }] },
]

function goodsPage(): Page {
  const issues: Parameters<typeof parsePage>[3] = []
  const page = parsePage('goods', json, () => undefined, issues)
  if (!page || issues.length > 0) throw new Error(JSON.stringify(issues))
  return page
}

/** A goods in a form of its own, new or with so many SKUs, for looking at its specs and for measuring them; what is saved is shown. */
export function GoodsForm({ words, count }: { words: GalleryWords; count: number }) {
  const [open, setOpen] = useState(count === 0)
  const [saved, setSaved] = useState('')
  const form = useRef<RecordFormHandle>(null)
  const face = useMemo(() => {
    const page = goodsPage()
    const model = createForm({
      action: count > 0 ? 'edit' : 'add',
      ids: [],
      mode: count > 0 ? 'edit' : 'add',
      fields: Object.keys(json.fields).flatMap((name) => page.fields[name] ?? []),
      actor: () => ({ selfId: 1, now: Math.floor(Date.now() / 1000) }),
      id: () => 'goods',
      send: async (payload) => setSaved(JSON.stringify(payload)),
    })
    const field = page.fields.spec
    if (count > 0 && field)
      model.fill({ name: 'Tee', spec_type: 'multi', spec: JSON.parse(JSON.stringify(kind.toWire(manySkus(count), field))) })
    return faceWith(page, model, words, { read: async () => ({ specs }), draw: () => 'Colour, Size' })
  }, [count, words])
  return (
    <UiWordsProvider value={words.t as Translate}>
      <UploadsContext.Provider value={galleryUploads}>
        <PluginFieldsContext.Provider value={specEditor.fields ?? {}}>
          <main className="g-page">
            <h1>{words.t('goods.title')}</h1>
            {open ? (
              <>
                <RecordForm ref={form} face={face} onSaved={() => undefined} />
                <Button look="primary" onClick={() => void form.current?.save()}>
                  {words.t('goods.save')}
                </Button>
              </>
            ) : (
              <Button onClick={() => setOpen(true)}>{words.t('goods.open')}</Button>
            )}
            {saved && (
              <output data-saved={saved} className="g-saved">
                {words.t('goods.saved')} {saved.length}
              </output>
            )}
          </main>
        </PluginFieldsContext.Provider>
      </UploadsContext.Provider>
      <ConfirmHost />
      <TooltipLayer />
    </UiWordsProvider>
  )
}
