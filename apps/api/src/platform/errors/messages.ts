import type { ErrorCode, Locale } from '@app/contracts';

export const ERROR_MESSAGES: Record<ErrorCode, Record<Locale, string>> = {
  VALIDATION_FAILED: { en: 'Some of the values are not valid.', zh: '提交的内容有误，请检查后重试。' },
  MALFORMED_BODY: { en: 'The request could not be read.', zh: '请求内容无法解析。' },
  PROMPT_REQUIRED: { en: 'Please enter image description', zh: '请输入提示词' },
  PROMPT_TOO_LONG: { en: 'The prompt is too long.', zh: '提示词超出字数限制。' },
  NEGATIVE_PROMPT_TOO_LONG: { en: 'The negative prompt is too long.', zh: '反向提示词超出字数限制。' },
  MODEL_NOT_SUPPORTED: { en: 'This model is not supported yet.', zh: '暂不支持该模型。' },
  OAUTH_STATE_INVALID: {
    en: 'This sign-in has expired or was not started in this browser. Please sign in again.',
    zh: '登录已过期，或并非在当前浏览器发起，请重新登录。',
  },
  OAUTH_CODE_REFUSED: {
    en: 'The sign-in was not confirmed by the provider. Please sign in again.',
    zh: '第三方平台未能确认此次登录，请重新登录。',
  },
  EMAIL_TOKEN_INVALID: {
    en: 'This confirmation link is not valid or has expired.',
    zh: '验证链接无效或已过期。',
  },
  UNAUTHENTICATED: { en: 'Please login first', zh: '请先登录' },
  REFRESH_TOKEN_INVALID: { en: 'Your session has ended. Please sign in again.', zh: '登录状态已失效，请重新登录。' },
  INSUFFICIENT_CREDITS: {
    en: 'Insufficient quota, please upgrade subscription or wait for quota reset',
    zh: '积分不足，请升级套餐或等待积分重置',
  },
  PLAN_LIMIT: { en: 'Your plan does not include this.', zh: '当前套餐不支持此操作。' },
  NOT_FOUND: { en: 'Requested resource not found', zh: '请求的内容不存在' },
  EMAIL_MISSING: { en: 'Your account has no email address.', zh: '你的账户没有邮箱地址。' },
  EMAIL_ALREADY_VERIFIED: { en: 'Your email address is already confirmed.', zh: '邮箱已验证，无需重复操作。' },
  IMAGE_NOT_READY: { en: 'This image is not ready.', zh: '图片还没有生成好。' },
  GENERATION_NOT_CANCELLABLE: {
    en: 'This generation has already started and can no longer be cancelled.',
    zh: '生成已开始，无法取消。',
  },
  RESTORE_WINDOW_CLOSED: { en: 'It is too late to undo this.', zh: '已超过可撤销的时间。' },
  API_KEY_BUDGET_USED: {
    en: 'This key has reached its daily credit limit. Nothing was charged.',
    zh: '该密钥已达每日积分上限，未扣除积分。',
  },
  SCOPE_MISSING: {
    en: 'This key does not have the scope for this.',
    zh: '该密钥没有此项权限。',
  },
  BATCH_RUNNING: {
    en: 'Another batch is still running. Wait until it ends, or stop it first.',
    zh: '另一个批量任务还在进行，请等它完成，或先停止它。',
  },
  BATCH_LIMIT: {
    en: 'You have reached the limit of unfinished batches. Stop one first.',
    zh: '未完成的批量任务数量已达上限，请先停止一个。',
  },
  BATCH_FINISHED: {
    en: 'This batch has already ended.',
    zh: '该批量任务已经结束。',
  },
  BATCH_UNFINISHED: {
    en: 'This batch has not ended yet, so it was not deleted, and no credits moved. Stop it or wait for its last row, then delete it.',
    zh: '该批量任务尚未结束，没有删除，积分不变。请停止任务或等最后一行完成后再删除。',
  },
  BATCH_NOTHING_TO_RETRY: {
    en: 'No row of this batch failed.',
    zh: '该批量任务中没有失败的行。',
  },
  API_KEY_LIMIT: {
    en: 'You have reached the limit of API keys. Revoke one first.',
    zh: '密钥数量已达上限，请先撤销一个。',
  },
  WEBHOOK_ENDPOINT_LIMIT: {
    en: 'You have reached the limit of webhook addresses. Remove one first.',
    zh: 'Webhook 地址数量已达上限，请先删除一个。',
  },
  SHARE_EXPIRED: { en: 'This share link has expired.', zh: '分享链接已过期。' },
  FILE_LOST: {
    en: 'The file of this image was lost on our side. It has been reported.',
    zh: '这张图片的文件因我方原因丢失，问题已上报。',
  },
  TICKET_USED: { en: 'This link was already used.', zh: '这个链接已经用过了。' },
  BODY_TOO_LARGE: { en: 'The request is too large.', zh: '请求内容过大。' },
  UNSUPPORTED_MEDIA_TYPE: { en: 'Only JSON is accepted.', zh: '仅支持 JSON 格式的请求。' },
  RANGE_NOT_SATISFIABLE: { en: 'This part of the file does not exist.', zh: '请求的文件范围无效。' },
  IDEMPOTENCY_KEY_REUSED: {
    en: 'This Idempotency-Key was already used for a different request.',
    zh: '该 Idempotency-Key 已用于另一个请求。',
  },
  RATE_LIMITED: { en: 'Too many requests, please try again later', zh: '请求过于频繁，请稍后再试' },
  TOO_MANY_IN_FLIGHT: {
    en: 'Too many generations are running at once. Please wait until one is finished.',
    zh: '同时生成的任务已达上限，请等待其中一个完成后再试。',
  },
  TOO_MANY_REFUSALS: {
    en: 'The image engine declined too many of your prompts in the last hour. You were not charged; please wait, then use other words.',
    zh: '最近一小时内被图像引擎拒绝的提示词过多，未扣除积分，请稍后换个说法再试。',
  },
  EXPORT_RUNNING: { en: 'An export is already running.', zh: '已有导出任务正在进行。' },
  INTERNAL_ERROR: { en: 'Server error, please try again later', zh: '服务器出错了，请稍后再试' },
  SERVICE_UNAVAILABLE: {
    en: 'The service is temporarily unavailable. Please try again in a moment.',
    zh: '服务暂时不可用，请稍后再试。',
  },
  OAUTH_PROVIDER_NOT_SET_UP: {
    en: 'This way to sign in is not set up here. Please choose another one.',
    zh: '本站没有开通这种登录方式，请换一种方式登录。',
  },
  OAUTH_PROVIDER_UNAVAILABLE: {
    en: 'The sign-in provider does not answer. Please try again later.',
    zh: '第三方登录平台暂时没有响应，请稍后再试。',
  },
  ENGINE_UNAVAILABLE: {
    en: 'Image generation is temporarily unavailable. You were not charged.',
    zh: '图片生成服务暂时不可用，未扣除积分。',
  },
  BACKLOG_FULL: {
    en: 'Too many images are waiting right now. Please try again in a moment; you were not charged.',
    zh: '当前排队人数较多，请稍后再试，未扣除积分。',
  },
  URL_NOT_ALLOWED: { en: 'This return address is not part of this site.', zh: '返回地址不属于本站。' },
  WEBHOOK_SIGNATURE_INVALID: { en: 'The signature of this notification is not valid.', zh: '通知的签名无效。' },
  ALREADY_SUBSCRIBED: {
    en: 'You already have a subscription. You can change it in your profile.',
    zh: '你已有订阅，可在个人中心更改套餐。',
  },
  ALREADY_ON_PLAN: { en: 'You already have this plan.', zh: '你已在使用该套餐。' },
  NOT_SUBSCRIBED: {
    en: 'You have no subscription. You can choose a plan on the pricing page.',
    zh: '你还没有订阅，可在定价页选择套餐。',
  },
  SUBSCRIPTION_NOT_CHANGEABLE: {
    en: 'This subscription cannot be changed now. Resume it or settle its open payment first. If neither applies, please reload the page and try again.',
    zh: '当前订阅暂时无法更改。如果已取消或有未完成的付款，请先恢复订阅或补上付款；否则请刷新页面后重试。',
  },
  PREVIEW_OUTDATED: {
    en: 'The price that was shown is out of date. Nothing was changed or charged. Please look at the new one.',
    zh: '显示的价格已过期，没有变更，也没有扣款，请查看新价格。',
  },
  SUBSCRIPTION_NOT_CANCELLED: { en: 'This subscription is not cancelled.', zh: '该订阅并未取消。' },
  SUBSCRIPTION_UNKNOWN: {
    en: 'The payment service does not know this subscription, so it cannot be changed, cancelled or resumed here. Your plan and credits stay until its period ends. Please write to us, so that nothing more is charged.',
    zh: '支付服务查不到这份订阅，暂时无法在这里变更、取消或恢复。套餐和积分保留到本期结束，请联系我们处理，以免继续扣款。',
  },
  PAYMENT_STATUS_REFUSED: {
    en: 'Only the payment service can say that a payment succeeded.',
    zh: '付款结果以支付服务为准，不能自行修改。',
  },
  CREDITS_USED: {
    en: 'More than 10% of the credits are used, with those of plans refunded within a year, so this cannot be refunded. You can still cancel the plan.',
    zh: '已用积分（含一年内退款的套餐）超过 10%，无法退款，但仍可取消套餐。',
  },
  REFUND_NOT_POSSIBLE: {
    en: 'This payment cannot be refunded. Nothing was refunded, and your plan stays as it is. Refunds are for the latest payment, within 14 days; if this is it, please write to us.',
    zh: '该笔付款无法退款，款项没有退回，套餐保持不变。仅支持在 14 天内退回最近一笔付款；符合条件仍无法退款的，请联系我们。',
  },
  PAYMENT_METHOD_REFUSED: {
    en: 'The card was refused, and nothing was charged. Please check it or use another one.',
    zh: '这张卡未通过验证，没有扣款。请检查后重试，或换一张卡。',
  },
  PAYMENT_METHOD_IN_USE: {
    en: 'Your subscription is paid with this card. Choose another default card first.',
    zh: '订阅正从这张卡扣款，请先把另一张卡设为默认。',
  },
  NOT_SUPPORTED_BY_PROVIDER: {
    en: 'Your payment service does not offer this. Nothing was changed or charged.',
    zh: '当前支付方式不支持此操作，没有更改，也没有扣款。',
  },
  MAIL_UNAVAILABLE: {
    en: 'No email can be sent here at the moment. Your address stays unconfirmed, and your images and credits are not affected; please try again later.',
    zh: '目前无法发送邮件，邮箱仍未验证，图片和积分不受影响，请稍后再试。',
  },
  REFUND_DELAYED: {
    en: 'The refund cannot be made at the moment, so nothing was refunded. Your plan and your credits stay as they are. Please ask for it again later, or write to us.',
    zh: '暂时无法退款，款项没有退回，套餐和积分保持不变。请稍后再申请，或联系我们。',
  },
  PAYMENT_UNAVAILABLE: {
    en: 'The payment service is unavailable at the moment. Please try again later; nothing that you paid is lost.',
    zh: '支付服务暂时不可用，请稍后再试，已付的款项不会丢失。',
  },
};
