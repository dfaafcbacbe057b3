import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { assetUrl } from '../../../../../src/renderers/asset.ts'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { Picture } from '../../home/Shelf.tsx'

/** The pictures of a product, one of them large; `chosen` is that of the chosen combination. */
export function Gallery({ images, chosen, name }: { images: readonly string[]; chosen: string; name: string }) {
  const t = useT()
  const site = useSnapshot(useRuntime().stores.siteConfig)
  const all = chosen === '' || images.includes(chosen) ? images : [...images, chosen]
  const [picked, setPicked] = useState<{ image: string; over: string }>()
  // A combination that is chosen later shows its picture again.
  const shown = picked && picked.over === chosen ? picked.image : chosen || all[0] || ''
  const address = assetUrl(shown, site)
  return (
    <section className="st-gallery" aria-label={t('storefront.product.pictures')}>
      {address ? (
        <img className="st-gallery-main" src={address} alt={name} width={560} height={560} decoding="async" />
      ) : (
        <Picture url="" icon="image" />
      )}
      {all.length > 1 ? (
        <ul>
          {all.map((image, i) => (
            <li key={image}>
              <button
                type="button"
                aria-label={t('storefront.product.picture', { n: i + 1, total: all.length })}
                aria-pressed={image === shown}
                onClick={() => setPicked({ image, over: chosen })}
              >
                <img
                  className="st-thumb"
                  src={assetUrl(image, site)}
                  alt=""
                  width={64}
                  height={64}
                  loading="lazy"
                  decoding="async"
                />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
