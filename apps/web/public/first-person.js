// On a slow line the profile is there seconds before the scripts of its page. Who it is stands in the frame at once
// (`IdentityPlace`), and so does what belongs to the plan (`BatchPage`); then the page itself takes its place.
(async () => {
  const answer = await window.earlyAnswers?.answers[document.currentScript.dataset.profile];
  if (!answer) return;
  // The page reads the answer itself.
  const { data: user } = await answer.clone().json();
  const frame = document.querySelector('[inert]');
  for (const part of frame?.querySelectorAll('[data-plans]') ?? [])
    part.hidden = !part.dataset.plans.split(' ').includes(user.subscription_status);
  for (const name of ['name', 'email']) {
    const place = frame?.querySelector(`[data-person="${name}"]`);
    if (place && user[name]) place.textContent = user[name];
  }
  const portrait = frame?.querySelector('[data-person="portrait"]');
  if (!portrait || !user.avatar_url) return;
  const image = Object.assign(new Image(), {
    alt: '',
    referrerPolicy: 'no-referrer',
    className: 'size-full object-cover',
  });
  image.src = user.avatar_url;
  portrait.replaceChildren(image);
})().catch(() => undefined);
