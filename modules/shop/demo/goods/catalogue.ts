/** A top class with its colour, the classes below it, and its goods. */
export interface DemoClass {
  name: string
  nameEn: string
  icon: string
  color: string
  children: readonly (readonly [name: string, nameEn: string])[]
  goods: readonly DemoGoods[]
}

/** Goods of a class: name, subtitle, price in yuan (text: no floats), unit, which class below, weight in grams, and specs when there are several. */
export interface DemoGoods {
  name: string
  subtitle: string
  price: string
  unit: 'jian' | 'ge' | 'he' | 'tao' | 'shuang' | 'ping' | 'ben' | 'kg'
  child: number
  weight: number
  specs?: Readonly<Record<string, readonly string[]>>
}

const g = (
  [name, subtitle]: readonly [string, string],
  [price, unit]: readonly [string, DemoGoods['unit']],
  [child, weight]: readonly [number, number],
  specs?: DemoGoods['specs'],
): DemoGoods => ({
  name,
  subtitle,
  price,
  unit,
  child,
  weight,
  ...(specs ? { specs } : {}),
})

const sizes = ['S', 'M', 'L', 'XL']
const three = ['S', 'M', 'L']

/** 8 classes, 22 below them, 60 goods: 34 with one SKU, 26 with several (156): 190 SKUs. */
export const classes: readonly DemoClass[] = [
  {
    name: '服饰',
    nameEn: 'Clothing',
    icon: 'pi pi-tag',
    color: '#c2557a',
    children: [
      ['女装', 'Women'],
      ['男装', 'Men'],
      ['童装', 'Children'],
    ],
    goods: [
      g(['云感纯棉圆领T恤', '200克重磅精梳棉，不透不变形'], ['79.00', 'jian'], [1, 260], {
        颜色: ['白色', '黑色', '雾蓝'],
        尺码: sizes,
      }),
      g(['法式碎花连衣裙', '雪纺双层，收腰显瘦'], ['259.00', 'jian'], [0, 420], {
        花色: ['蓝底白花', '杏底红花', '黑底小菊'],
        尺码: three,
      }),
      g(['男士免烫商务衬衫', '竹纤维免烫，四季可穿'], ['189.00', 'jian'], [1, 300], {
        颜色: ['白色', '浅蓝'],
        尺码: ['39', '40', '41'],
      }),
      g(['轻薄白鸭绒羽绒服', '90%绒子含量，可收纳'], ['499.00', 'jian'], [0, 520], { 颜色: ['象牙白', '雾霾蓝'], 尺码: three }),
      g(['高腰直筒牛仔裤', '弹力水洗，不勒腰'], ['169.00', 'jian'], [0, 650], {
        颜色: ['深蓝', '浅蓝', '黑色'],
        尺码: ['26', '27', '28', '29'],
      }),
      g(['儿童纯棉家居服套装', 'A类面料，无骨缝制'], ['119.00', 'tao'], [2, 380], {
        身高: ['100', '110', '120', '130', '140', '150'],
      }),
      g(['美利奴羊毛围巾', '纯羊毛，双面色'], ['139.00', 'jian'], [0, 180]),
      g(['中筒纯棉袜 6 双装', '吸汗防臭，罗口不勒'], ['39.90', 'tao'], [1, 240]),
    ],
  },
  {
    name: '鞋包',
    nameEn: 'Shoes and bags',
    icon: 'pi pi-shopping-bag',
    color: '#9a6b3f',
    children: [
      ['运动鞋', 'Sneakers'],
      ['女包', 'Handbags'],
      ['箱包', 'Luggage'],
    ],
    goods: [
      g(['飞织缓震跑步鞋', '一体飞织鞋面，回弹中底'], ['329.00', 'shuang'], [0, 720], {
        颜色: ['黑白', '荧光绿', '浅灰'],
        尺码: ['39', '40', '41', '42'],
      }),
      g(['复古德训小白鞋', '头层牛皮，软底不累脚'], ['289.00', 'shuang'], [0, 680], {
        颜色: ['白灰', '白蓝'],
        尺码: ['37', '38', '39'],
      }),
      g(['真皮通勤托特包', '大容量可放14寸电脑'], ['599.00', 'ge'], [1, 900], { 颜色: ['黑色', '焦糖', '燕麦', '墨绿'] }),
      g(['迷你链条斜挎包', '出门只带手机和口红'], ['199.00', 'ge'], [1, 350]),
      g(['前开口登机箱 20 寸', 'PC箱体，静音万向轮'], ['459.00', 'ge'], [2, 3200], {
        颜色: ['冰川银', '石墨黑', '鼠尾草绿', '奶油白'],
      }),
      g(['防泼水双肩电脑包', '独立电脑仓，可挂拉杆'], ['179.00', 'ge'], [2, 850]),
      g(['牛皮短款钱包', '植鞣革，越用越润'], ['129.00', 'ge'], [1, 150]),
    ],
  },
  {
    name: '手机数码',
    nameEn: 'Phones and digital',
    icon: 'pi pi-mobile',
    color: '#3f6fb5',
    children: [
      ['手机', 'Phones'],
      ['耳机音箱', 'Audio'],
      ['电脑配件', 'Computer parts'],
    ],
    goods: [
      g(['星河 X9 智能手机', '6.7英寸护眼屏，5500毫安时'], ['3999.00', 'ge'], [0, 210], {
        颜色: ['曜石黑', '远山青', '月光白'],
        内存: ['12G+256G', '12G+512G', '16G+1T'],
      }),
      g(['星河 X9 Pro 摄影手机', '一英寸大底，长焦微距'], ['6999.00', 'ge'], [0, 228], {
        内存: ['12G+512G', '16G+1T'],
        颜色: ['陶瓷黑', '砂岩金'],
      }),
      g(['降噪真无线耳机 Air3', '48分贝降噪，30小时续航'], ['399.00', 'ge'], [1, 60], { 颜色: ['白色', '黑色', '薄荷', '樱粉'] }),
      g(['便携防水蓝牙音箱', 'IP67防水，双喇叭'], ['229.00', 'ge'], [1, 620]),
      g(['氮化镓 65W 充电器', '三口快充，折叠插脚'], ['119.00', 'ge'], [2, 130]),
      g(['机械键盘 87 键', '热插拔轴体，三模连接'], ['349.00', 'ge'], [2, 980], { 轴体: ['红轴', '茶轴', '静音轴', '青轴'] }),
      g(['静音无线鼠标', '右手人体工学，两年续航'], ['89.00', 'ge'], [2, 110]),
      g(['编织数据线 1.5 米', 'C口对C口，100W'], ['29.90', 'ge'], [2, 40]),
    ],
  },
  {
    name: '家居',
    nameEn: 'Home',
    icon: 'pi pi-home',
    color: '#4f8a63',
    children: [
      ['床品', 'Bedding'],
      ['厨具', 'Kitchen'],
      ['收纳', 'Storage'],
    ],
    goods: [
      g(['60支长绒棉四件套', '新疆长绒棉，裸睡级'], ['369.00', 'tao'], [0, 2400], {
        花色: ['雾灰', '豆沙', '海盐蓝'],
        尺寸: ['1.5米床', '1.8米床', '2.0米床'],
      }),
      g(['记忆棉护颈枕', '慢回弹，可拆洗'], ['129.00', 'ge'], [0, 1300]),
      g(['不粘平底锅 28 厘米', '麦饭石色，无涂层脱落'], ['159.00', 'ge'], [1, 1500]),
      g(['304不锈钢保温壶 2 升', '24小时保温'], ['139.00', 'ge'], [1, 1100], { 颜色: ['奶白', '墨绿', '珊瑚', '原钢'] }),
      g(['手作粗陶餐具套装', '釉下彩，可进洗碗机'], ['219.00', 'tao'], [1, 3600]),
      g(['可折叠收纳箱 3 只装', '66升加厚，可坐'], ['99.00', 'tao'], [2, 2700]),
      g(['香薰蜡烛礼盒', '大豆蜡，三种香型'], ['88.00', 'he'], [2, 900]),
    ],
  },
  {
    name: '食品',
    nameEn: 'Food',
    icon: 'pi pi-gift',
    color: '#b7791f',
    children: [
      ['坚果零食', 'Nuts and snacks'],
      ['茶饮', 'Tea'],
      ['粮油调味', 'Staples'],
    ],
    goods: [
      g(['每日坚果混合装 30 包', '六种坚果果干，独立小包'], ['109.00', 'he'], [0, 900]),
      g(['冻干草莓脆', '整颗冻干，无添加糖'], ['9.90', 'jian'], [0, 60]),
      g(['手工牛轧糖 500 克', '现做现发'], ['45.00', 'he'], [0, 550]),
      g(['明前龙井茶', '核心产区，头采'], ['268.00', 'he'], [1, 250], { 规格: ['50克', '100克', '200克', '250克礼盒'] }),
      g(['陈年普洱熟茶饼', '勐海料，2018年压制'], ['198.00', 'ge'], [1, 400]),
      g(['挂耳咖啡 20 片', '中深烘，三种产地'], ['69.00', 'he'], [1, 320], {
        风味: ['坚果可可', '柑橘花香', '焦糖浓郁', '混合装'],
      }),
      g(['东北五常大米 5 公斤', '当季新米，真空包装'], ['79.90', 'jian'], [2, 5100]),
      g(['特级初榨橄榄油 750 毫升', '冷压，低酸度'], ['69.00', 'ping'], [2, 1200]),
    ],
  },
  {
    name: '运动户外',
    nameEn: 'Sports and outdoors',
    icon: 'pi pi-compass',
    color: '#2f8f9d',
    children: [
      ['健身', 'Fitness'],
      ['露营', 'Camping'],
      ['骑行', 'Cycling'],
    ],
    goods: [
      g(['天然橡胶瑜伽垫', '5毫米，防滑不臭'], ['168.00', 'ge'], [0, 2300], { 颜色: ['深紫', '墨绿', '灰粉', '藏青'] }),
      g(['可调节哑铃 24 公斤', '15档快调'], ['699.00', 'tao'], [0, 24800]),
      g(['自动速开帐篷', '3-4人，防雨2000毫米'], ['459.00', 'ge'], [1, 4300], {
        颜色: ['卡其', '森林绿'],
        规格: ['3人', '4人', '加高款'],
      }),
      g(['铝合金折叠桌椅五件套', '蛋卷桌，收纳包'], ['329.00', 'tao'], [1, 9800]),
      g(['户外速干冲锋衣', '三合一，可拆抓绒'], ['429.00', 'jian'], [1, 900], { 颜色: ['岩黑', '橙红'], 尺码: ['M', 'L', 'XL'] }),
      g(['一体成型骑行头盔', '可拆帽檐，带尾灯'], ['199.00', 'ge'], [2, 310], { 颜色: ['哑黑', '白橙'], 头围: ['M', 'L'] }),
      g(['钛合金登山杖一对', '三节外锁，轻至210克'], ['259.00', 'tao'], [1, 460]),
    ],
  },
  {
    name: '图书',
    nameEn: 'Books',
    icon: 'pi pi-book',
    color: '#6b5ca5',
    children: [
      ['文学', 'Literature'],
      ['童书', 'Children'],
    ],
    goods: [
      g(['江南三十日', '长篇小说，作者签名随机'], ['58.00', 'ben'], [0, 450]),
      g(['夜航船上的人', '短篇集'], ['49.00', 'ben'], [0, 380]),
      g(['写给普通人的经济学', '二十四讲，图解'], ['68.00', 'ben'], [0, 620]),
      g(['中国古建筑手绘图鉴', '全彩大开本'], ['198.00', 'ben'], [0, 1800]),
      g(['小熊的四季（全四册）', '3-6岁，硬壳'], ['96.00', 'tao'], [1, 1400]),
      g(['动手做科学 100 课', '附实验材料包'], ['128.00', 'tao'], [1, 2100], { 阶段: ['一年级', '三年级', '五年级'] }),
      g(['星空观察手册', '含旋转星图'], ['79.00', 'ben'], [1, 560]),
      g(['汉字里的故事', '有声版，扫码可听'], ['59.00', 'ben'], [1, 480]),
    ],
  },
  {
    name: '美妆',
    nameEn: 'Beauty',
    icon: 'pi pi-heart',
    color: '#c0564f',
    children: [
      ['护肤', 'Skin care'],
      ['彩妆', 'Make-up'],
    ],
    goods: [
      g(['烟酰胺亮肤精华 30 毫升', '5%浓度，温和不刺激'], ['149.00', 'ping'], [0, 120], {
        规格: ['30毫升', '50毫升'],
        版本: ['标准', '礼盒'],
      }),
      g(['神经酰胺修护面霜', '敏感肌可用'], ['179.00', 'ping'], [0, 160]),
      g(['氨基酸洁面乳', '绵密泡沫，不紧绷'], ['59.00', 'jian'], [0, 140]),
      g(['丝绒哑光口红', '显白不挑皮'], ['89.00', 'ge'], [1, 30], { 色号: ['豆沙', '枫叶', '正红', '奶茶', '梅子', '裸粉'] }),
      g(['十二色大地眼影盘', '粉质细腻，不飞粉'], ['139.00', 'ge'], [1, 160]),
      g(['轻薄防晒乳 SPF50', '成膜快，不泛白'], ['99.00', 'ping'], [0, 80], {
        规格: ['30毫升', '50毫升'],
        类型: ['清爽', '滋润'],
      }),
      g(['积雪草舒缓面膜 10 片', '补水修护'], ['79.00', 'he'], [0, 350]),
    ],
  },
]

/** Goods in the recycle bin: never sold. */
export const recycled: readonly DemoGoods[] = [
  g(['旧款充电宝 10000 毫安时', '已停产'], ['79.00', 'ge'], [2, 230]),
  g(['过季印花短袖', '样品'], ['39.00', 'jian'], [0, 200]),
]

/** Carriers with the form of their numbers: letters as they are, `#` a digit. */
export const companies = [
  { name: '顺丰速运', code: 'SF', phone: '95338', website: 'https://www.sf-express.com', form: 'SF############' },
  { name: '中通快递', code: 'ZTO', phone: '95311', website: 'https://www.zto.com', form: '78############' },
  { name: '圆通速递', code: 'YTO', phone: '95554', website: 'https://www.yto.net.cn', form: 'YT#############' },
  { name: '申通快递', code: 'STO', phone: '95543', website: 'https://www.sto.cn', form: '77############' },
  { name: '韵达快递', code: 'YUNDA', phone: '95546', website: 'https://www.yundaex.com', form: '46#############' },
  { name: '京东物流', code: 'JD', phone: '950616', website: 'https://www.jdl.com', form: 'JD#############' },
  { name: '邮政EMS', code: 'EMS', phone: '11183', website: 'https://www.ems.com.cn', form: 'E##########CN' },
  { name: '德邦快递', code: 'DEPPON', phone: '95353', website: 'https://www.deppon.com', form: 'DPK############' },
  { name: '极兔速递', code: 'JT', phone: '956025', website: 'https://www.jtexpress.cn', form: 'JT#############' },
  { name: '上门自提', code: 'SELF', phone: '', website: '', form: '' },
] as const

/** Where each of them lets a parcel be followed; `{no}` is its number. */
export const trackingPages: Readonly<Record<string, string>> = {
  SF: 'https://www.sf-express.com/chn/sc/waybill/waybill-detail/{no}',
  ZTO: 'https://www.zto.com/express/expressCheck.html?txtBill={no}',
  YTO: 'https://www.yto.net.cn/ytoExpress/waybill/waybillDetail/?mailNo={no}',
  STO: 'https://www.sto.cn/pc/queryBill.htm?bills={no}',
  YUNDA: 'https://web.yundaex.com/infoInquiry?homeWaybill={no}',
  JD: 'https://www.jdl.com/orderSearch/?waybillCodes={no}',
  EMS: 'https://www.ems.com.cn/queryList?mailNum={no}',
  DEPPON: 'https://www.deppon.com/track?trackingNo={no}',
  JT: 'https://www.jtexpress.cn/trajectoryQuery?bills={no}',
}
