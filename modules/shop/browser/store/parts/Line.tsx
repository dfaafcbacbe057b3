import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { OrderLine } from '../../../contract/storefront.ts'
import { Picture } from '../../home/Shelf.tsx'
import { Yuan } from './Yuan.tsx'
import './line.css'

export interface LineProps {
  line: Pick<OrderLine, 'name' | 'spec_text' | 'image' | 'price'>
  /** The page of its product, where there is a way to it. */
  to?: string
  /** Below name and price. */
  children?: ReactNode
}

/** Picture, name, chosen specs and price of something that is bought. */
export function Line({ line: { name, spec_text, image, price }, to, children }: LineProps) {
  return (
    <div className="st-line">
      <Picture url={image} icon="image" />
      <div className="st-line-text">
        <p className="st-line-name">{to ? <Link to={to}>{name}</Link> : name}</p>
        {spec_text ? <p className="st-quiet">{spec_text}</p> : null}
        <Yuan of={price} />
        {children}
      </div>
    </div>
  )
}
