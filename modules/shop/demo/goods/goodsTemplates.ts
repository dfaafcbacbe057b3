const sizes = ['S', 'M', 'L', 'XL', 'XXL']

/** Name, remark, and the values by spec; those of the first spec have pictures where the third member says so. */
const specTemplates: readonly [
  name: string,
  remark: string,
  specs: Readonly<Record<string, readonly string[]>>,
  pictured: 0 | 1,
][] = [
  ['颜色 × 尺码', '服饰通用', { 颜色: ['白色', '黑色', '灰色', '雾蓝', '杏色', '酒红'], 尺码: sizes }, 1],
  ['鞋码', '男女通用，偏码请在详情说明', { 鞋码: ['36', '37', '38', '39', '40', '41', '42', '43', '44'] }, 0],
  ['容量 × 颜色', '手机、平板', { 容量: ['128GB', '256GB', '512GB'], 颜色: ['曜石黑', '月光银', '远山蓝'] }, 0],
  ['口味 × 包装', '休闲食品', { 口味: ['原味', '五香', '麻辣', '海苔'], 包装: ['单袋', '三袋装', '礼盒'] }, 0],
  ['封面', '图书', { 封面: ['平装', '精装', '典藏版'] }, 1],
]

/** Name, the top class it is for (counted from 1), and names with their first values. */
const paramsTemplates: readonly [name: string, top: number, params: Readonly<Record<string, string>>][] = [
  ['服装', 1, { 面料: '纯棉', 版型: '常规', 适用季节: '四季', 洗涤方式: '冷水手洗', 产地: '中国', 执行标准: 'GB 18401-2010' }],
  ['手机数码', 3, { 品牌: '', 型号: '', 屏幕尺寸: '', 电池容量: '', 质保: '1 年', 包装清单: '主机、充电线、说明书' }],
  ['食品', 5, { 配料: '', 保质期: '12 个月', 贮存条件: '阴凉干燥处', 生产许可证号: '', 产地: '中国', 净含量: '' }],
  ['图书', 7, { 作者: '', 出版社: '', ISBN: '', 页数: '', 开本: '32 开', 装帧: '平装' }],
  ['家居', 4, { 材质: '', 尺寸: '', 颜色: '', 风格: '简约', 是否需要安装: '否' }],
  ['运动户外', 6, { 材质: '', 适用人群: '通用', 适用场景: '户外', 重量: '', 防水等级: '' }],
]

/** Name, icon, colour, what it promises, whether new goods have it at first, and the top classes whose goods have it ([]: all). */
const services: readonly [name: string, icon: string, color: string, text: string, isDefault: 0 | 1, tops: readonly number[]][] =
  [
    ['七天无理由退换', 'replay', '#2e7d5b', '自签收之日起七天内，商品完好即可申请退换货。', 1, []],
    ['正品保证', 'verified', '#1f6feb', '所有商品均由品牌或授权渠道供货，假一赔三。', 1, []],
    ['赠运费险', 'shield', '#6b5ca5', '退货运费由保险公司赔付，商家承担保费。', 0, [1, 2]],
    ['可开发票', 'receipt', '#9a6b3f', '支持电子普通发票，确认收货后可在订单中申请。', 0, [3, 4, 7]],
    ['极速退款', 'bolt', '#b7791f', '寄出退货包裹后即刻退款，无需等待商家收货。', 0, [1, 2, 6]],
    ['破损包赔', 'gift', '#c0564f', '运输途中破损，凭照片即可补发或全额赔付。', 0, [4, 5, 8]],
  ]

/** What goods of a top class (counted from 1) have of the templates and services below: keys are counted from 1 in the order written. */
export function templatesOf(top: number): { service_ids: number[]; params_template_id: number | null } {
  const template = paramsTemplates.findIndex(([, forTop]) => forTop === top)
  return {
    service_ids: services.flatMap(([, , , , , tops], i) => (tops.length === 0 || tops.includes(top) ? [i + 1] : [])),
    params_template_id: template < 0 ? null : template + 1,
  }
}

/** The parameters that goods of a top class (counted from 1) have from their template. */
export function paramsOf(top: number): { key: string; value: string }[] {
  const [, , params = {}] = paramsTemplates.find(([, forTop]) => forTop === top) ?? []
  return Object.entries(params).flatMap(([key, value]) => (value === '' ? [] : [{ key, value }]))
}

/** Five spec templates, six params templates and six services, by table. */
export function templateRows(now: number): [table: string, rows: Record<string, unknown>[]][] {
  const base = (i: number) => ({ weigh: 100 - i, status: 1, create_time: now, update_time: now })
  return [
    [
      'shop_goods_spec_template',
      specTemplates.map(([name, remark, specs, pictured], i) => ({
        name,
        remark,
        specs: JSON.stringify(
          Object.entries(specs).map(([spec, values], n) => ({
            name: spec,
            values: values.map((value) => ({ value })),
            with_image: n === 0 ? pictured : 0,
          })),
        ),
        ...base(i),
      })),
    ],
    [
      'shop_goods_params_template',
      paramsTemplates.map(([name, top, params], i) => ({
        name,
        classify_ids: [top],
        params: JSON.stringify(Object.entries(params).map(([key, value]) => ({ key, value }))),
        ...base(i),
      })),
    ],
    [
      'shop_goods_service',
      services.map(([name, icon, color, description, is_default], i) => ({
        name,
        icon: `pi pi-${icon}`,
        image: '',
        color,
        description,
        is_default,
        ...base(i),
      })),
    ],
  ]
}
