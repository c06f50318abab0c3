import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { monthsOf, taxNumber } from "../../../../api/contract/rules/billing.ts";
import { companies } from "../../../../api/features/companies/contract.ts";
import { invoices } from "../../../../api/features/invoices/contract.ts";
import { useCall, useRead } from "../../../core/query.ts";
import { useMe } from "../../../core/who/me.ts";
import { errorText } from "../../../core/words/i18n/i18n.ts";
import { Failed } from "../../../patterns/lists/empty.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Late, Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.tsx";
import { type Charge, PayScreen } from "../payment/pay-screen.tsx";
import { type Choice, firstChoice, isTooSmall, type Subscription, total } from "./offer.ts";
import { PlanPicker } from "./plan-picker.tsx";
import { type Payer, Review } from "./review.tsx";
import { type Step, Steps } from "./steps.tsx";

interface Props {
  /** The invoice to pay; without it the one that waits, or the next period's. */
  invoiceId?: number;
  /** Told which invoice is being paid, once it is known. */
  onCharged: (invoiceId: number) => void;
  onClose: () => void;
}
interface BodyProps extends Props {
  offer: Subscription;
  payer: Payer;
}

/** Providers of Pix write who pays into the charge. */
const asksForDocument = ({ provider }: Subscription) => provider === "efi" || provider === "mercadopago";

function Body({ offer, payer, invoiceId, onCharged, onClose }: BodyProps) {
  const { t } = useTranslation("billing");
  const [step, setStep] = useState<Step>("customise");
  const [choice, setChoice] = useState<Choice>(() => firstChoice(offer));
  const [charge, setCharge] = useState<Charge>();
  const form = useForm<Payer>({ defaultValues: payer });
  const months = monthsOf(offer.recurrence);
  const pay = useCall(invoices.subscribe, {
    // A refusal stands in the dialog: a toast would lie on the button that tries again.
    silent: true,
    refresh: [invoices.list, invoices.subscription],
    onSuccess: (answer) => {
      if (!charge) toast.success(t("checkout.done"));
      onCharged(answer.invoiceId);
      setCharge({
        code: answer.qrcode.qrcode,
        amount: Number(answer.valor.original),
        expiresAt: answer.expiresAt,
        link: answer.link,
        instructions: answer.instructions,
      });
    },
  });
  const ask = ({ firstName, zipcode }: Payer) => {
    const { custom, users, connections } = choice;
    // Named also where it stays: another one may have been wished before, and is not any more.
    const plan = JSON.stringify(custom ? { custom } : { planId: offer.plan.id });
    const price = total(choice, offer, months);
    pay.mutate({ body: { firstName, zipcode, plan, price, ...custom && { users, connections }, invoiceId } });
  };
  const check = form.handleSubmit((values) => {
    const zipcode = values.zipcode.trim();
    if (!values.firstName.trim()) form.setError("firstName", { message: t("checkout.nameRequired") });
    else if (!zipcode && asksForDocument(offer)) form.setError("zipcode", { message: t("checkout.documentRequired") });
    else if (zipcode && !taxNumber(zipcode)) form.setError("zipcode", { message: t("checkout.documentWrong") });
    else ask(values);
  });
  const small = isTooSmall(choice, offer);
  const free = total(choice, offer, months) === 0;
  const actions = step === "customise"
    ? (
      <Button tone="primary" disabled={small && choice.custom || free} onClick={() => setStep("review")}>
        {t("checkout.next")}
      </Button>
    )
    : (
      <>
        <Button onClick={() => setStep("customise")}>{t("checkout.back")}</Button>
        <Button tone="primary" busy={pay.isPending} onClick={() => void check()}>{t("payWord")}</Button>
      </>
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(charge ? "pix.title" : "checkout.title")}
      closeLabel={t("do.close")}
      className="sm:max-w-140"
      actions={!charge && actions}
    >
      {charge ? <PayScreen charge={charge} renewing={pay.isPending} onRenew={() => void check()} /> : (
        <>
          <Steps current={step} />
          {step === "customise"
            ? (
              <>
                <PlanPicker offer={offer} choice={choice} onChange={setChoice} />
                {free && <p className="pt-3 text-body text-fg-muted">{t("checkout.free")}</p>}
              </>
            )
            : (
              <Review
                offer={offer}
                choice={choice}
                months={months}
                asksForDocument={asksForDocument(offer)}
                form={form}
              />
            )}
        </>
      )}
      {pay.error && !pay.isPending && (
        <p role="alert" className="mt-3 rounded-control bg-danger-soft px-3 py-2 text-body text-danger">
          {errorText(pay.error)}
        </p>
      )}
    </Dialog>
  );
}

/** From the plan to the payment: Personalizar, Revisar, and then how to pay. */
export function CheckoutDialog(props: Props) {
  const { t } = useTranslation("billing");
  const me = useMe();
  const offer = useRead(invoices.subscription, {}, { keep: false });
  const company = useRead(companies.show, { params: { id: me.companyId } }, { keep: false });
  if (offer.data && company.data) {
    return <Body {...props} offer={offer.data} payer={{ firstName: me.name, zipcode: company.data.document }} />;
  }
  const error = offer.error ?? company.error;
  const retry = () => void Promise.all([offer.refetch(), company.refetch()]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={t("checkout.title")}
      closeLabel={t("do.close")}
      className="sm:max-w-140"
    >
      {error
        ? <Failed error={error} onRetry={retry} />
        : (
          <div role="status" aria-label={t("state.loading")} className="min-h-60 space-y-3">
            <Late>
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="mt-3 h-16" />
              <Skeleton className="mt-3 h-16" />
            </Late>
          </div>
        )}
    </Dialog>
  );
}
