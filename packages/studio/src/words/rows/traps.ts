import { row, type Row } from '../facts.js';

/** Words that hold a word of the vocabulary and mean something else. */
export const TRAPS: readonly Row[] = [
  row('', '马上|马路|马克杯|马桶|马虎|马达|罗马|巴拿马|马来西亚|马尔代夫|号码|斑马线'),
  row('', '星期|明星|星座|歌星|影星|星级|五星级|星巴克|零星'),
  row('', '海报|海关|海鲜|海绵|海拔|脑海|人海|火海|航海图|海选|海军蓝'),
  row('', '花费|花样|花生|花钱|天花板|花瓶底|眼花|花椒|菜花|棉花糖|雪花膏|火花塞'),
  row('', '日本|日常|日期|生日|节日|假日|日记|日历|今日|每日|日用|工作日'),
  row('', '月份|月饼|个月|岁月|月薪|本月|上个月|下个月|蜜月'),
  row('', '火锅|火腿|上火|恼火|火鸡|火候|火药|怒火'),
  row('', '鱼香|鱼丸|金鱼草|章鱼小丸子|鳄鱼皮|木鱼'),
  row('', '熊熊|马戏|牛奶|牛排|牛仔|牛仔裤|吹牛|蜗牛|牛顿|羊毛|羊肉|山羊胡|羊绒'),
  row('', '风格|风扇|风俗|风景|风光|作风|屏风|风险|风水|中国风|古风|国风|风味|风情|风衣|风琴|画风|风采|麦克风'),
  row('', '云南|云计算|亦云|云端存储|马云|云吞'),
  row('', '雨伞架|谷雨|雪糕|雪茄|雪碧|雪梨|滑雪板'),
  row('', '水果|水平|水晶鞋|薪水|墨水|香水|口水|汽水|水泥|水彩|水粉|水龙头'),
  row('', '山东|山西|山药|山楂|中山装|佛山|中山市|唐山'),
  row('', '河南|河北|河马|江苏|江西|江湖|湖南|湖北|黑龙江|浙江'),
  row('', '树立|树脂|树莓派|桥梁工程|木桥接|人物|人像|人工|机器人学|人工智能|主人|个人|人们常说|人民币|名人|工人'),
  row(
    '',
    '白菜|白领|坦白|明白|白痴|白话|空白|蛋白|白酒|表白|红酒|红包|网红|绿豆|黄瓜|黄油|紫菜|蓝牙|蓝莓|橙汁|粉丝|粉笔|粉末|青年|青蛙|黑客|黑板|金属|现金|金融|灰心|银行',
  ),
  row(
    '',
    '城管|城墙砖|车间|车祸|车票|房价|房租|房东|船票|灯泡|塔罗|塔罗牌|龙头|龙虾|龙井|恐龙|沙发|沙拉|沙龙|沙龙照|鸡尾酒|狗血|热狗|猫腻|虎牙|虎口|老虎钳|狐臭|鹤立|狮子头|象征|象棋|对象|印象|气象|现象|抽象|形象|想象|大象棋',
  ),
  row('', '晚安|早安|晚会|早餐|晚餐|夜宵|午餐|下午茶|日晷|光盘|阳台|太阳镜|太阳能|太阳伞|月台|地球仪|光滑|冷静'),
  row(
    'hot dog|hotdog|corn dog|dog days|dog ear|fox news|bear in mind|cat eye|cat eyes|cat walk|copy cat|lion share|horse power|bird view|sea of people|house music|light house music',
    '',
  ),
  row(
    'rain check|snow white|night club|night gown|star wars|movie star|rock star|rock music|rock band|moon walk|sun glasses|sun screen|cold war|ice cream|fire wall|fire arm|sandpaper|sandbox|cloud computing',
    '',
  ),
  row(
    'at all|tree structure|family tree|flower power|book cover|card board|bridge the gap|castle in the air|train of thought|train a|boat load|crane truck|tower defense|turkey sandwich|fall in love|spring roll|spring rolls|orange juice|blue cheese|red tape|red wine|green tea|white wine|white noise|blackboard|black board|gold fish bowl',
    '',
  ),
];
