import { Camera, Check, RotateCcw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Spinner } from "../../../../ui/spinner.tsx";

interface Props {
  onTaken: (photo: File) => void;
  onClose: () => void;
}
const QUALITY = 0.9;
const troubles: Record<string, string> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotReadableError: "busy",
};

/** The camera's picture while the dialog is open; why not, when it cannot. */
function useCamera(on: boolean) {
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<string>();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (!on) return;
    let stream: MediaStream | undefined;
    let there = true;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    const start = async () => {
      try {
        // The one that looks away from the person, where there are two.
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } },
        });
        if (!there) return stop();
        if (video.current) video.current.srcObject = stream;
      } catch (error) {
        if (there) setTrouble(troubles[(error as Error).name] ?? "missing");
      }
    };
    void start();
    return () => {
      there = false;
      setReady(false);
      stop();
    };
  }, [on]);
  return { video, trouble, ready, onReady: () => setReady(true) };
}

async function takePhoto(video: HTMLVideoElement): Promise<File | null> {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  return blob && new File([blob], `foto-${Date.now()}.jpg`, { type: "image/jpeg" });
}

/** The camera of a desk: look, take, take again; what is kept goes to the preview, where it gets its caption. */
export function CameraDialog({ onTaken, onClose }: Props) {
  const { t } = useTranslation("messages");
  const [photo, setPhoto] = useState<{ file: File; url: string }>();
  const { video, trouble, ready, onReady } = useCamera(!photo);
  useEffect(() => () => photo && URL.revokeObjectURL(photo.url), [photo]);
  const shoot = async () => {
    const file = video.current && await takePhoto(video.current);
    if (file) setPhoto({ file, url: URL.createObjectURL(file) });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("camera.title")}
      closeLabel={t("do.close")}
      className="sm:max-w-160!"
      actions={photo
        ? (
          <>
            <Button key="again" onClick={() => setPhoto(undefined)}>
              <RotateCcw aria-hidden /> {t("camera.again")}
            </Button>
            <Button tone="primary" onClick={() => onTaken(photo.file)}>
              <Check aria-hidden /> {t("camera.use")}
            </Button>
          </>
        )
        : (
          <Button key="take" tone="primary" disabled={!ready} onClick={() => void shoot()}>
            <Camera aria-hidden /> {t("camera.take")}
          </Button>
        )}
    >
      <div className="relative grid aspect-video place-items-center overflow-hidden rounded-card bg-hover">
        {photo
          ? <img src={photo.url} alt={t("camera.taken")} className="size-full object-contain" />
          : trouble
          ? <p role="alert" className="max-w-80 p-6 text-center text-fg-muted">{t(`camera.${trouble}`)}</p>
          : (
            <>
              <video
                ref={video}
                autoPlay
                playsInline
                muted
                aria-label={t("camera.preview")}
                onLoadedData={onReady}
                className="size-full object-contain"
              />
              {!ready && <Spinner className="absolute size-6!" />}
            </>
          )}
      </div>
    </Dialog>
  );
}
