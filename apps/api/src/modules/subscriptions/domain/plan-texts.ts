import {
  annualSaving,
  CURRENCY,
  DEFAULT_MODEL,
  PLAN_TERMS,
  PLANS,
  priceUnits,
  toUnits,
  type Locale,
  type PaymentProviderId,
  type Plan,
  type PricedPlan,
} from '@app/contracts';

interface PlanTexts {
  name: string;
  description: string;
  features: string[];
  /** Where batches are switched on. */
  batchFeature?: string;
  buttonText: string;
}

const TEXTS: Record<Locale, Record<Plan, PlanTexts>> = {
  en: {
    free: {
      name: 'Free',
      description: 'For trying it out and personal projects.',
      features: ['All models', '1 image per generation', 'Personal use', 'Gallery, favorites and share links'],
      buttonText: 'Start for free',
    },
    pro: {
      name: 'Pro',
      description: 'For creators who make images every week.',
      features: [
        '200 credits per month',
        'All models, HD included',
        'Up to 4 images per generation',
        'Commercial license',
        'Priority queue and support',
      ],
      batchFeature: 'Batches of up to 10 tasks',
      buttonText: 'Choose Pro',
    },
    enterprise: {
      name: 'Enterprise',
      description: 'For teams and image series, with the shortest queue.',
      features: [
        '500 credits per month',
        'All models, HD included',
        'Up to 8 images per generation',
        'Commercial license',
        'Highest priority, dedicated support',
      ],
      batchFeature: 'Batches of up to 50 tasks',
      buttonText: 'Choose Enterprise',
    },
  },
  zh: {
    free: {
      name: '免费版',
      description: '先体验，或用于个人创作',
      features: ['全部模型', '每次生成 1 张图片', '仅限个人使用', '图库、收藏与分享链接'],
      buttonText: '免费开始',
    },
    pro: {
      name: '专业版',
      description: '适合每周创作的你',
      features: ['每月 200 积分', '全部模型，含高清', '每次最多生成 4 张图片', '可商用', '优先排队与优先支持'],
      batchFeature: '批量生成，每批最多 10 条提示词',
      buttonText: '选择专业版',
    },
    enterprise: {
      name: '企业版',
      description: '适合团队与系列创作，排队时间最短',
      features: ['每月 500 积分', '全部模型，含高清', '每次最多生成 8 张图片', '可商用', '最高优先级，专属支持'],
      batchFeature: '批量生成，每批最多 50 条提示词',
      buttonText: '选择企业版',
    },
  },
};

const dollars = (cents: number): number => cents / 100;

interface Offer {
  providers: readonly PaymentProviderId[];
  hasBatches: boolean;
  inFlight: Record<Plan, number>;
}

export const pricedPlans = (locale: Locale, { providers, hasBatches, inFlight }: Offer): PricedPlan[] =>
  PLANS.map((plan) => {
    const terms = PLAN_TERMS[plan];
    const saving = annualSaving(terms);
    const { features, batchFeature, ...texts } = TEXTS[locale][plan];
    return {
      id: terms.id,
      ...texts,
      features: batchFeature !== undefined && hasBatches ? [...features, batchFeature] : features,
      monthlyPrice: dollars(terms.monthlyPriceCents),
      annualPrice: dollars(terms.annualPriceCents),
      currency: CURRENCY,
      popular: terms.popular,
      annualSaving: { amount: dollars(saving.cents), percent: saving.percent },
      monthlyCredits: terms.monthlyCredits,
      monthlyImages: Math.floor(toUnits(terms.monthlyCredits) / priceUnits(DEFAULT_MODEL)),
      inFlightLimit: inFlight[plan],
      providers: plan === 'free' ? [] : [...providers],
    };
  });
