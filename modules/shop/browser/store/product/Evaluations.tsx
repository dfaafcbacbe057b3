import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { assetUrl, shownZone } from '../../../../../src/renderers/asset.ts'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { PublicFault } from '../../../../../src/renderers/home/PublicPage.tsx'
import { Pager } from '../../../../../src/renderers/ui/Pager.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import { dateTimeIn } from '../../../../../src/schemas/kinds/clock.ts'
import type { EvaluationPage, StoreEvaluation, StoreGoods } from '../../../contract/storefront.ts'
import { read } from '../calls.ts'
import { Part } from '../parts/Part.tsx'

const perPage = 10

/** What members said of a product: the mean, how many gave how many stars, and the texts. */
export function Evaluations({ goods: { id, evaluations } }: { goods: StoreGoods }) {
  const t = useT()
  const runtime = useRuntime()
  const [stars, setStars] = useState(0)
  const [page, setPage] = useState(1)
  const some = evaluations.count > 0
  const load = () => read<EvaluationPage>(runtime, '/api/shop.Goods/evaluations', { id, stars, page, limit: perPage })
  const { value, reason, reload } = useLoad(some ? load : null, [runtime, id, stars, page], { keep: true })
  const choose = (next: number) => {
    setStars(next)
    setPage(1)
  }
  return (
    <Part title={t('storefront.product.evaluations', { n: evaluations.count })}>
      {some ? (
        <fieldset className="st-stars">
          <legend className="st-quiet">{t('storefront.product.mean', { score: evaluations.score })}</legend>
          {[0, 5, 4, 3, 2, 1].map((each) => (
            <button key={each} type="button" className="st-chip" aria-pressed={each === stars} onClick={() => choose(each)}>
              {each === 0
                ? t('storefront.product.allStars', { n: evaluations.count })
                : t('storefront.product.starsOf', { stars: each, n: evaluations.stars[each - 1] ?? 0 })}
            </button>
          ))}
        </fieldset>
      ) : (
        <p className="st-quiet">{t('storefront.product.noEvaluations')}</p>
      )}
      {reason === '' ? null : <PublicFault title={t('storefront.product.evaluationsFailed')} text={reason} onRetry={reload} />}
      <ul className="st-said">
        {value?.list.map((each) => (
          <Said key={each.id} said={each} />
        ))}
      </ul>
      {value && value.list.length === 0 ? <p className="st-quiet">{t('storefront.product.noneOfStars')}</p> : null}
      {value && value.total > perPage ? <Pager page={page} limit={perPage} total={value.total} onPage={setPage} /> : null}
    </Part>
  )
}

function Said({ said }: { said: StoreEvaluation }) {
  const t = useT()
  const siteConfig = useSnapshot(useRuntime().stores.siteConfig)
  const date = dateTimeIn(shownZone(siteConfig), said.create_time).slice(0, 10)
  const { name, score, spec, content, images, append_content, reply } = said
  return (
    <li>
      <p className="st-said-head">
        <b>{name}</b>
        <span className="s-stars" role="img" aria-label={t('ui.list.stars', { n: score, most: 5 })}>
          {'★'.repeat(Math.round(score))}
          <span className="s-none">{'★'.repeat(5 - Math.round(score))}</span>
        </span>
        <span className="st-quiet">{[date, spec].filter(Boolean).join(' · ')}</span>
      </p>
      <p>{content || t('storefront.product.noText')}</p>
      {images.length > 0 ? (
        <div className="st-said-images">
          {images.map((image) => (
            <img
              key={image}
              className="st-said-image"
              src={assetUrl(image, siteConfig)}
              alt=""
              width={72}
              height={72}
              loading="lazy"
            />
          ))}
        </div>
      ) : null}
      {append_content ? (
        <p>
          <b>{t('storefront.product.appended')}</b> {append_content}
        </p>
      ) : null}
      {reply ? (
        <p className="st-reply">
          <b>{t('storefront.product.reply')}</b> {reply}
        </p>
      ) : null}
    </li>
  )
}
